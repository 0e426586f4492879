// The monitor as it runs in the tray, in a separate process: without a window, with the reads of the tray, and with a clock
// that jumps from timer to timer when no request is in flight and no thread works. The parent sends the profile to open; this
// process sends a sample each quarter of an hour.
import { setTimeout as wait } from 'node:timers/promises'
import { EventBus } from '#main/api/events.ts'
import { describeTray } from '#main/desktop/tray/describe-tray.ts'
import { readTray } from '#main/desktop/tray/tray-figures.ts'
import { Log } from '#main/host/log.ts'
import { collectGarbage, keepHeapSmall } from '#main/host/v8-settings.ts'
import { createProfiles, profileOf } from '#main/profile/profile-registry.ts'
import { createProfileBudgets } from '#main/profile/requests/request-budget.ts'
import type { Client } from '#shared/client.ts'
import { openTestProfile } from '../../test/fakes/running-profile.ts'
import { openWindow } from '../../test/fakes/window.ts'
import { nextTurn, SimulatedClock } from '../freshness/simulated-clock.ts'
import { countRequests } from './counted-budget.ts'
import { readProcessState, type ProcessState } from './process-state.ts'

/** The message that the parent sends at the start. */
export interface TrayTask {
  readonly dataDir: string
  readonly baseUrl: string
  readonly secret: string
  readonly hours: number
}

/** The state of the process after a number of simulated hours. */
export interface TraySample {
  readonly hours: number
  /** Memory, handles and files. */
  readonly held: ProcessState
  readonly cpuMs: number
  /** Timers that have fired, and those that are waiting. */
  readonly timers: number
  /** Requests so far, by endpoint and purpose. */
  readonly requests: Readonly<Record<string, number>>
  readonly faults: number
}

/** A message to the parent: the new time before each jump, because the parent's service uses the same time; or a sample. */
export type TrayMessage = { readonly now: number } | { readonly sample: TraySample }

const hourMs = 3_600_000
const settleMs = 2_000
const figureChangeMs = 15_000

const built = (name: string): URL => new URL(`../../out/main/${name}-thread.js`, import.meta.url)
/** As the app runs them: from source, each start of a thread compiles TypeScript for a second. */
const threadFiles = {
  ...{ cache: built('cache'), ledger: built('ledger'), decoder: built('decoder') },
  ...{ export: built('export'), mirror: built('mirror'), sealing: built('sealing') },
}

/** A thread that works keeps its port active: no simulated time passes meanwhile. */
const isThreadBusy = (): boolean => process.getActiveResourcesInfo().includes('MessagePort')

const send = (message: TrayMessage): void => void process.send?.(message)

async function live({ dataDir, baseUrl, secret, hours }: TrayTask): Promise<void> {
  let faults = 0
  const clock: SimulatedClock = new SimulatedClock(Date.now(), async () => {
    await nextTurn()
    while (count.inFlight > 0 || isThreadBusy()) await wait(1)
    await nextTurn()
    send({ now: clock.now() })
  })
  const log = new Log(clock)
  log.keepIn(dataDir)
  const logFault = (where: string, error: unknown): void => {
    faults++
    log.logFault(where, error)
  }
  const profile = profileOf(new URL(baseUrl))
  const shared = createProfileBudgets(clock, logFault)(profile)
  const { budget, count } = countRequests(shared.budget)
  const events = new EventBus()
  const running = await openTestProfile({
    ...{ events, clock, logFault, threadFiles, collectGarbage },
    directory: createProfiles(dataDir).directory(profile),
    service: { baseUrl, secret },
    // The log of requests is written as in the app.
    budget: { ...shared, budget },
  })
  const client = openWindow(running, { dataDir, events, clock, logFault })
  keepTray(client, clock, events)

  const startedAt = clock.now()
  const startCpu = process.cpuUsage()
  for (let quarter = 0; quarter <= hours * 4; quarter++) {
    await clock.runUntil(startedAt + (quarter * hourMs) / 4)
    const { user, system } = process.cpuUsage(startCpu)
    const held = { ...readProcessState(dataDir), 'waiting timers of the app': clock.waiting }
    const sample = { hours: quarter / 4, held, cpuMs: (user + system) / 1e3, timers: clock.fired }
    send({ sample: { ...sample, requests: { ...count.sent }, faults } })
  }
  process.disconnect()
  process.exit(0)
}

/** Reads like the tray: soon after each change, and four times a minute. */
function keepTray(client: Client, clock: SimulatedClock, events: EventBus): void {
  const topics = new Set<string>(['connection.changed', 'accounts.changed', 'quotes.changed', 'schedules.changed'])
  let isWaiting = false
  let figureIndex = 0
  const refresh = async (): Promise<void> => void describeTray(await readTray(client), clock.now(), figureIndex)
  events.listen((topic) => {
    if (isWaiting || !topics.has(topic)) return
    isWaiting = true
    clock.after(settleMs, () => {
      isWaiting = false
      void refresh()
    })
  })
  const showNextFigure = (): void => {
    figureIndex++
    void refresh()
    clock.after(figureChangeMs, showNextFigure)
  }
  showNextFigure()
}

keepHeapSmall({ isTray: true })
process.once('message', (task: TrayTask) => void live(task))
