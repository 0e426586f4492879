// The monitor as it lives in the tray, in a process of its own: no window, the tray's readings, a clock that leaps from timer to timer
// once nothing is on its way to the service. Told by its parent what to open; tells each quarter of an hour how it stands.
import { setTimeout as wait } from 'node:timers/promises'
import { createBudget } from '../../src/main/broker/budget.ts'
import { describeTray } from '../../src/main/desktop/tray/tray-state.ts'
import { readTray } from '../../src/main/desktop/tray/tray-reading.ts'
import { EventBus } from '../../src/main/ipc/events.ts'
import { keepHeapSmall } from '../../src/main/small-heap.ts'
import { createProfiles, profileOf } from '../../src/main/profiles.ts'
import type { Client } from '../../src/shared/client.ts'
import { nextTurn, SimulatedClock } from '../freshness/simulated-clock.ts'
import { openTestProfile } from '../../test/fakes/running-profile.ts'
import { openWindow } from '../../test/fakes/window.ts'

/** What the parent says at the start. */
export interface TrayOrders {
  readonly dataDir: string
  readonly baseUrl: string
  readonly secret: string
  readonly hours: number
}

/** How the process stands after so many simulated hours. */
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

/** Sent to the parent before each leap, whose service lives in the same time; or a sample. */
export type TrayWord = { readonly now: number } | { readonly sample: TraySample }

const hourMs = 3_600_000
const settleMs = 2_000
const turnMs = 15_000

const say = (word: TrayWord): void => void process.send?.(word)

async function live({ dataDir, baseUrl, secret, hours }: TrayOrders): Promise<void> {
  let onTheWay = 0
  let faults = 0
  const requests: Record<string, number> = {}
  const clock: SimulatedClock = new SimulatedClock(Date.now(), async () => {
    await nextTurn()
    while (onTheWay > 0) await wait(1)
    await nextTurn()
    say({ now: clock.now() })
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
      snapshot: () => budget.snapshot(),
    },
    async acquire(...asked) {
      const lease = await budget.acquire(...asked)
      onTheWay++
      let isOver = false
      return {
        release() {
          if (!isOver) onTheWay--
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
  const running = openTestProfile({
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
    say({ sample: { hours: quarter / 4, ...size, timers: clock.fired, requests: { ...requests }, faults } })
  }
  process.disconnect()
  process.exit(0)
}

/** Reads as the tray does: soon after each change, and four times a minute. */
function keepTray(client: Client, clock: SimulatedClock, events: EventBus): void {
  const topics = new Set<string>(['connection.changed', 'accounts.changed', 'quotes.changed', 'schedules.changed'])
  let isWaiting = false
  let turn = 0
  const refresh = async (): Promise<void> => void describeTray(await readTray(client), clock.now(), turn)
  events.listen((topic) => {
    if (isWaiting || !topics.has(topic)) return
    isWaiting = true
    clock.after(settleMs, () => {
      isWaiting = false
      void refresh()
    })
  })
  const nextTurnOfFigures = (): void => {
    turn++
    void refresh()
    clock.after(turnMs, nextTurnOfFigures)
  }
  nextTurnOfFigures()
}

keepHeapSmall()
process.once('message', (orders: TrayOrders) => void live(orders))
