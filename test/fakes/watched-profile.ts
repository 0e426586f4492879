import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBudget } from '../../src/main/broker/budget.ts'
import { startDemoBroker, type DemoBroker, type DemoBrokerOptions } from '../../src/main/demo/server.ts'
import { EventBus } from '../../src/main/ipc/events.ts'
import type { RunningProfile } from '../../src/main/open-profile.ts'
import type { Clock } from '../../src/main/clock.ts'
import { FakeClock, hurry } from './clock.ts'
import { openTestProfile } from './running-profile.ts'
import { until } from './until.ts'

/** A profile as the app runs it, all jobs of it, beside a service that a test moves; both by one clock that hurries. */
export interface WatchedProfile {
  readonly broker: DemoBroker
  /** The service's, which nobody sets. */
  readonly clock: Clock
  readonly events: EventBus
  /** What went wrong inside. */
  readonly faults: unknown[]
  current(): RunningProfile
  /** Ends the profile and opens it again on the same data, as another start does. */
  restart(): Promise<void>
  /** Sets the computer's clock so much ahead of the service's from now on, or behind it; what runs goes on running. */
  setClock(aheadMs: number): void
  /** Lets so much time of its clock go by. */
  pass(ms: number): Promise<void>
  close(): Promise<void>
}

interface WatchOptions extends DemoBrokerOptions {
  /** How many times as fast as real time its clock runs. */
  readonly factor?: number
}

/** Starts a service and a profile that watches it. Close it: it lives on real timers. */
export async function watchProfile({ factor = 60, ...options }: WatchOptions = {}): Promise<WatchedProfile> {
  const clock = hurry(new FakeClock(), factor)
  let aheadMs = 0
  const ownClock: Clock = { ...clock, now: () => clock.now() + aheadMs }
  const broker = await startDemoBroker({ alwaysOpen: true, ...options, clock })
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  const events = new EventBus()
  const faults: unknown[] = []
  const open = (): RunningProfile =>
    openTestProfile({
      ...{ service: broker, directory, events, clock: ownClock, budget: createBudget({ clock: ownClock }) },
      logFault: (where, error) => faults.push([where, error]),
    })
  let current = open()
  return {
    ...{ broker, clock, events, faults },
    current: () => current,
    async restart() {
      await current.close()
      current = open()
    },
    setClock: (ms) => void (aheadMs = ms),
    async pass(ms) {
      const end = clock.now() + ms
      await until(clock.now, (now) => now >= end, (2 * ms) / factor + 5_000)
    },
    async close() {
      await current.close()
      await broker.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
