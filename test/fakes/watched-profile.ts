import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { startDemoBroker, type DemoBroker, type DemoBrokerOptions } from '#main/demo/server.ts'
import type { RunningProfile } from '#main/profile/opening/open-profile.ts'
import type { Clock } from '#main/time/clock.ts'
import { FakeClock, accelerate } from './clock.ts'
import { openTestProfile } from './running-profile.ts'
import { until } from './until.ts'

/** The slowest speed of a clock that slows down is below this multiple of real time. */
const slowest = 7

/** A profile with all its jobs, as the app runs it, and a service that the test controls. Both use one accelerated clock. */
export interface WatchedProfile {
  readonly broker: DemoBroker
  /** The clock of the service; `setClock` does not change it. */
  readonly clock: Clock
  readonly events: EventBus
  /** The internal faults. */
  readonly faults: unknown[]
  current(): RunningProfile
  /** Closes the profile and opens it again on the same data, like a new start of the app. */
  restart(): Promise<void>
  /** Sets the computer's clock ahead of the service's clock, or behind it with a negative value; running timers continue. */
  setClock(aheadMs: number): void
  /** Changes the speed of the accelerated clock to this multiple of real time. */
  setFactor(factor: number): void
  /**
   * Waits until the result satisfies a condition. Each time that takes 20 s, the accelerated clock slows down to a third: what a
   * busy machine answers after a second is a minute old on a fast clock, and may never be fresh on it.
   */
  until<T>(read: () => Promise<T> | T, satisfies: (result: T) => boolean): Promise<T>
  /** Waits until the accelerated clock has advanced by `ms`. */
  waitFor(ms: number): Promise<void>
  close(): Promise<void>
}

/** Starts a service and a profile that monitors it; a minute of their clock takes one second. Close the result, because it uses real timers. */
export async function watchProfile(options: DemoBrokerOptions = {}): Promise<WatchedProfile> {
  let factor = 60
  const clock = accelerate(new FakeClock(), factor)
  let aheadMs = 0
  const ownClock: Clock = { ...clock, now: () => clock.now() + aheadMs }
  const broker = await startDemoBroker({ alwaysOpen: true, ...options, clock })
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  const events = new EventBus()
  const faults: unknown[] = []
  const open = (): Promise<RunningProfile> =>
    openTestProfile({
      ...{ service: broker, directory, events, clock: ownClock, budget: createBudget({ clock: ownClock }) },
      logFault: (where, error) => faults.push([where, error]),
    })
  let current = await open()
  const setFactor = (next: number): void => {
    factor = next
    clock.setFactor(next)
  }
  return {
    ...{ broker, clock, events, faults, setFactor },
    current: () => current,
    async restart() {
      await current.close()
      current = await open()
    },
    setClock: (ms) => void (aheadMs = ms),
    async until(read, satisfies) {
      for (;;) {
        try {
          return await until(read, satisfies, 20_000)
        } catch (error) {
          if (factor < slowest) throw error
          setFactor(factor / 3)
        }
      }
    },
    async waitFor(ms) {
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
