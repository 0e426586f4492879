import { onTestFinished } from 'vitest'
import type { OpenProfile } from '#main/api/context.ts'
import { EventBus } from '#main/api/events.ts'
import { createInstrumentHandlers } from '#main/api/handlers/instruments.ts'
import { parseBaseUrl } from '#main/broker/base-url.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { createBroker } from '#main/broker/client.ts'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { InstrumentFollower } from '#main/sync/instrument/instrument-follower.ts'
import type { ChainRequest } from '#main/sync/instrument/part-troubles.ts'
import { createInstrumentJob } from '#main/sync/jobs/create-jobs.ts'
import { Scheduler } from '#main/sync/scheduler/scheduler.ts'
import { requests, type Method, type Params, type Result } from '#shared/contract/contract.ts'
import type { InstrumentPart } from '#shared/model/instrument-view.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { startSync } from '../harness.ts'

interface Service {
  readonly baseUrl: string
  readonly secret: string
}

/** The demo broker at 12:00 on a Monday in Moscow, and the parts of the main process that the instrument screen needs. */
export async function startDemoInstruments(now = Date.UTC(2026, 2, 2, 9)) {
  const clock = new FakeClock(now)
  const demo: DemoBroker = await startDemoBroker({ clock, requestsPerMinute: 10_000 })
  onTestFinished(() => demo.close())
  return { demo, ...(await startInstruments(demo, clock)) }
}

/** Like `startDemoInstruments`, with any service on loopback. */
export async function startInstruments({ baseUrl, secret }: Service, clock = new FakeClock()) {
  const sync = startSync()
  const budget = createBudget({ clock, limit: 10_000 })
  const broker = createBroker({
    baseUrl: parseBaseUrl(baseUrl),
    readSecret: () => Promise.resolve(secret),
    budget,
    clock,
    random: () => 0,
  })
  onTestFinished(() => broker.close())
  const { cache, journal, attention } = sync
  cache.sessionDetails.put(await broker.renewSession({ purpose: 'user' }), clock.now())
  const received: string[] = []
  const context = {
    ...sync.context,
    broker,
    clock,
    readBudget: () => budget.snapshot(),
    publish: (...[topic, payload]: readonly unknown[]) =>
      void received.push(`${String(topic)} ${JSON.stringify(payload)}`),
  }
  const instruments = new InstrumentFollower(context, () => 0)
  const ignore = (): void => undefined
  const scheduler = new Scheduler({ clock, random: () => 0, onChange: ignore, onOutcome: ignore })
  scheduler.add(createInstrumentJob(instruments))
  const open = { cache, journal, attention, instruments, scheduler, problems: new Map() } as unknown as OpenProfile
  const handlers = createInstrumentHandlers({ current: () => open, clock, events: new EventBus() })
  type HandledMethod = keyof typeof handlers

  /** Checks parameters and results by the contract, like the dispatcher. */
  async function call<M extends HandledMethod & Method>(method: M, params: Params<M>): Promise<Result<M>> {
    const handle: (params: Params<M>) => unknown = handlers[method]
    const parsed = requests[method].params.parse(params) as Params<M>
    return requests[method].result.parse(await handle(parsed)) as Result<M>
  }

  /** Opens an instrument in a window, and waits until everything that is due was read. */
  async function show(
    symbol: string,
    parts: readonly InstrumentPart[],
    chain: ChainRequest = { root: null, expiration: null },
  ) {
    const focus = { symbol, accountId: null, parts: [...parts], chain, isVisible: true }
    instruments.follow('view', focus, false)
    await instruments.run(new AbortController().signal)
  }
  return { clock, cache, journal, broker, instruments, scheduler, received, call, open: show }
}
