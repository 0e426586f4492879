// The monitor as it runs in the tray, in a separate process: without a window, with the tray's reads, and with a clock that jumps from timer
// to timer when no request is in flight. The parent sends what to open; this process sends a sample each quarter of an hour.
import { setTimeout as wait } from 'node:timers/promises'
import { createBudget } from '../../src/main/broker/budget/budget.ts'
import { describeTray } from '../../src/main/desktop/tray/tray-state.ts'
import { readTray } from '../../src/main/desktop/tray/tray-figures.ts'
import { EventBus } from '../../src/main/ipc/events.ts'
import { keepHeapSmall } from '../../src/main/host/v8-settings.ts'
import { createProfiles, profileOf } from '../../src/main/profile/profile-registry.ts'
import type { Client } from '../../src/shared/client.ts'
import { nextTurn, SimulatedClock } from '../freshness/simulated-clock.ts'
import { openTestProfile } from '../../test/fakes/running-profile.ts'
import { openWindow } from '../../test/fakes/window.ts'

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
  readonly rssMb: number
  readonly heapMb: number
  readonly cpuMs: number
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

const send = (message: TrayMessage): void => void process.send?.(message)

async function live({ dataDir, baseUrl, secret, hours }: TrayTask): Promise<void> {
  let inFlight = 0
  let faults = 0
  const requests: Record<string, number> = {}
  const clock: SimulatedClock = new SimulatedClock(Date.now(), async () => {
    await nextTurn()
    while (inFlight > 0) await wait(1)
    await nextTurn()
    send({ now: clock.now() })
  })
  const budget = createBudget({
    clock,
    onSpend({ endpoint, purpose }) {
      requests[`${endpoint} (${purpose})`] = (requests[`${endpoint} (${purpose})`] ?? 0) + 1
    },
  })
  const counted: typeof budget = {
    ...{
      penalize: () => budget.penalize(),
      restore: (sentAt) => budget.restore(sentAt),
      limitTo: (share) => budget.limitTo(share),
      snapshot: () => budget.snapshot(),
    },
    async acquire(...request) {
      const lease = await budget.acquire(...request)
      inFlight++
      let isOver = false
      return {
        release() {
          if (!isOver) inFlight--
          isOver = true
          lease.release()
        },
      }
    },
  }
  const logFault = (where: string, error: unknown): void => {
    faults++
    console.error(where, error)
  }
  const directory = createProfiles(dataDir).directory(profileOf(new URL(baseUrl)))
  const events = new EventBus()
  const running = await openTestProfile({
    ...{ directory, events, clock, logFault, budget: counted },
    service: { baseUrl, secret },
  })
  const client = openWindow(running, { dataDir, events, clock, logFault })
  keepTray(client, clock, events)

  const startedAt = clock.now()
  const startCpu = process.cpuUsage()
  for (let quarter = 0; quarter <= hours * 4; quarter++) {
    await clock.runUntil(startedAt + (quarter * hourMs) / 4)
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage(startCpu)
    const size = { rssMb: rss / 1e6, heapMb: heapUsed / 1e6, cpuMs: (user + system) / 1e3 }
    send({ sample: { hours: quarter / 4, ...size, timers: clock.fired, requests: { ...requests }, faults } })
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

keepHeapSmall()
process.once('message', (task: TrayTask) => void live(task))
