import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Broker } from '#main/broker/broker.ts'
import { LostResponseError } from '#main/broker/transport.ts'
import { createCache, type Cache } from '#main/cache/cache.ts'
import { createJournal } from '#main/journal/journal.ts'
import { migrations } from '#main/journal/migrations.ts'
import { Cancels } from '#main/orders/cancels.ts'
import { OrderReader } from '#main/orders/order-reader.ts'
import { AppError } from '#shared/errors.ts'
import type { Order } from '#shared/model/order/order.ts'
import { FakeClock, settle } from '../../fakes/clock.ts'
import { runs } from '../../runs.ts'
import { openTestCache } from '../cache/open-cache.ts'
import { d, makeOrder } from '../insight/make.ts'
import { openMigrated } from '../sqlite/open-migrated.ts'

const accountId = '1900001'
const status = (name: string): string => `ORDER_STATUS_${name}`

/** One random step of a test run: an action of a window, the service or the app. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('cancel' as const),
    window: fc.integer({ min: 0, max: 1 }),
    /** Whether the DELETE takes effect, and which response arrives. */
    works: fc.boolean(),
    answer: fc.constantFrom(
      'true' as const,
      'lost' as const,
      'refused' as const,
      'ended session' as const,
      'never' as const,
    ),
  }),
  fc.record({ kind: fc.constant('prepare' as const), window: fc.integer({ min: 0, max: 1 }) }),
  fc.constant({ kind: 'fill' as const }),
  fc.constant({ kind: 'vanish' as const }),
  fc.constant({ kind: 'read' as const }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
  fc.constant({ kind: 'crash' as const }),
)

/** A service with one order in memory, and an app that can be dropped and restarted on the same journal. */
function start(cache: Cache) {
  const db = openMigrated(migrations)
  const journal = createJournal(db, 'no backups')
  const clock = new FakeClock()
  const service = {
    order: makeOrder() as Order | null,
    sent: 0,
    works: true,
    answer: 'true' as Extract<typeof step extends fc.Arbitrary<infer S> ? S : never, { kind: 'cancel' }>['answer'],
  }
  function cancelOrder(): Order {
    const { order } = service
    if (service.answer === 'ended session') throw new AppError('unavailable', 'The session had ended')
    if (order === null) throw new AppError('not-found', 'no such order')
    if (order.status !== status('NEW')) throw new AppError('invalid', 'cannot be canceled')
    if (service.answer === 'refused') throw new AppError('invalid', 'no')
    if (service.works) service.order = { ...order, status: status('CANCELED') }
    if (service.answer === 'lost' || !service.works) throw new LostResponseError('unavailable', 'lost')
    return service.order ?? order
  }
  const details = { createdAt: null, expiresAt: null, permissions: [], accountIds: [accountId], isReadOnly: false }
  function startApp() {
    const run = { isKilled: false }
    const call = async (name: string, _: unknown, options: { onSend?: () => void }): Promise<unknown> => {
      if (name === 'listOrders') return { rows: service.order === null ? [] : [service.order], malformed: [] }
      options.onSend?.()
      service.sent++
      const answer = (): Order => cancelOrder()
      if (service.answer !== 'never') return answer()
      try {
        answer()
      } catch {
        // The response never arrives.
      }
      return new Promise(() => undefined)
    }
    const broker = {
      call,
      session: () => details,
      renewSession: async () => details,
      endHold: () => undefined,
    } as unknown as Broker
    const publish = (): void => undefined
    const reader = new OrderReader({ broker, cache, journal, clock, publish })
    const cancels = new Cancels({
      ...{ broker, reader, cache, journal, clock, publish },
      logFault: (_where, error) => {
        throw error
      },
      mayRequest: () => !run.isKilled,
    })
    return { cancels, run }
  }
  const close = (): void => void db.close()
  return { service, journal, clock, startApp, close }
}

test('for all sequences of races, windows and crashes, a confirmation sends at most one DELETE and no state is wrong', async () => {
  // The content of the cache does not matter here, so all runs share it.
  const cache = createCache(openTestCache())
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { service, journal, clock, startApp, close } = start(cache)
      let app = startApp()
      const plans = new Map<number, string>()
      let confirmed = 0
      const checkStates = (): void => {
        for (const { state, isSettled, steps: taken } of journal.cancels.list(null, 500)) {
          expect(taken.filter((entry) => entry.state === 'sent').length).toBeLessThanOrEqual(1)
          expect(taken.at(-1)?.state).toBe(state)
          if (!isSettled) continue
          // An order that has ended stays ended, so its state can be checked at any later time while the order is listed.
          if (service.order === null) continue
          if (state === 'cancelled') expect(service.order.status).toBe(status('CANCELED'))
          if (state === 'executed') expect(service.order.status).toBe(status('FILLED'))
        }
        expect(service.sent).toBeLessThanOrEqual(confirmed)
      }
      const prepare = async (): Promise<string> =>
        (await app.cancels.prepare({ kind: 'orders', orders: [{ accountId, orderId: makeOrder().id }] })).id
      for (const action of steps) {
        if (action.kind === 'prepare') {
          plans.set(action.window, await prepare())
        } else if (action.kind === 'cancel') {
          service.works = action.works
          service.answer = action.answer
          const planId = plans.get(action.window) ?? (await prepare())
          const confirmation = await app.cancels.confirm(planId).catch(() => null)
          // The plan is kept, so that the next such step confirms it a second time.
          plans.set(action.window, planId)
          confirmed += confirmation?.started.length ?? 0
        } else if (action.kind === 'fill') {
          if (service.order?.status === status('NEW'))
            service.order = { ...service.order, status: status('FILLED'), executedQuantity: d('10') }
        } else if (action.kind === 'vanish') service.order = null
        else if (action.kind === 'read') await app.cancels.readAgain(new AbortController().signal)
        else if (action.kind === 'wait') await clock.advance(action.ms)
        else {
          app.run.isKilled = true
          app = startApp()
        }
        await settle()
        checkStates()
      }
      app = startApp()
      for (let round = 0; round < 20 && app.cancels.nextDelayMs() !== null; round++) {
        await clock.advance(app.cancels.nextDelayMs() ?? 0)
        await app.cancels.readAgain(new AbortController().signal)
        checkStates()
      }
      checkStates()
      expect(journal.cancels.listOpen()).toEqual([])
      close()
    }),
    { numRuns: runs(250) },
  )
}, 30_000)
