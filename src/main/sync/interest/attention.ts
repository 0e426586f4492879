import type { Clock } from '../../time/clock.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import { hourMs, minuteMs } from '../../../shared/durations.ts'
import type { MarketState } from '../../../shared/model/watchlist.ts'

const leaseMs = 45_000

interface View {
  readonly symbols: readonly string[]
  readonly isVisible: boolean
  readonly showsOrders: boolean
  readonly until: number
}

/** What the windows show. An open window repeats its report; 45 s after the last one it counts as closed. */
export class Attention {
  readonly #views = new Map<string, View>()
  readonly #clock: Clock
  readonly #onChange: (becameVisible: boolean) => void

  /** `onChange` is called after each change, with whether no window was visible before it. */
  constructor(clock: Clock, onChange: (becameVisible: boolean) => void = () => undefined) {
    this.#clock = clock
    this.#onChange = onChange
  }

  set(viewId: string, symbols: readonly string[], isVisible: boolean, showsOrders = false): void {
    this.#dropExpired()
    const before = this.#views.get(viewId)
    const wasVisible = this.isWindowVisible
    this.#views.set(viewId, { symbols, isVisible, showsOrders, until: this.#clock.monotonic() + leaseMs })
    const isSame = before?.isVisible === isVisible && before.showsOrders === showsOrders
    if (!isSame || before.symbols.join() !== symbols.join()) this.#onChange(this.isWindowVisible && !wasVisible)
  }

  /** Whether any window is on screen. */
  get isWindowVisible(): boolean {
    return this.#live().some((view) => view.isVisible)
  }

  /** Whether any window shows orders. */
  get showsOrders(): boolean {
    return this.#live().some((view) => view.isVisible && view.showsOrders)
  }

  get visibleSymbols(): ReadonlySet<string> {
    return new Set(this.#live().flatMap((view) => (view.isVisible ? view.symbols : [])))
  }

  #live(): View[] {
    this.#dropExpired()
    return [...this.#views.values()]
  }

  #dropExpired(): void {
    const now = this.#clock.monotonic()
    for (const [viewId, view] of this.#views) if (view.until <= now) this.#views.delete(viewId)
  }
}

/** The jobs that read at once what a window starts to show. */
const seenJobs = ['quotes-visible', 'schedules', 'reference', 'orders'] as const

/** Wakes the jobs after a change of what the windows show. `becameVisible`: no window was visible before. */
export function attend(scheduler: Scheduler, becameVisible: boolean): void {
  if (!scheduler.isStarted) return
  for (const job of seenJobs) scheduler.wake(job, 'schedule')
  if (!becameVisible) return
  // This job reads only accounts that are due by the plan.
  scheduler.wake('accounts', 'schedule')
  scheduler.hasten()
}

/** How often cash, positions and margin of an account are read: with a visible window, without one, and while its markets are closed. */
const watchedMs = 15_000
const unwatchedMs = minuteMs
const closedWatchedMs = 900_000
const closedUnwatchedMs = hourMs

/** Whether all markets of an account's positions are closed; false without positions. */
export const areClosed = (states: readonly MarketState['state'][]): boolean =>
  states.length > 0 && states.every((state) => state === 'closed')

/** The maximum time between two readings of an account, ms. `isClosed`: no position of it trades now. */
export function accountReadMs(isClosed: boolean, isWindowVisible: boolean): number {
  if (isClosed) return isWindowVisible ? closedWatchedMs : closedUnwatchedMs
  return isWindowVisible ? watchedMs : unwatchedMs
}

/** A reading may be late by this factor before it is marked as stale. */
export const lateFactor = 1.5
const minStaleMs = 3 * minuteMs

/** When (UTC ms) a reading becomes stale: earlier if the first of its closed markets opens before. */
export function accountStaleAt(readAt: number, markets: readonly MarketState[], isWindowVisible: boolean): number {
  const isClosed = areClosed(markets.map(({ state }) => state))
  const staleMs = Math.max(minStaleMs, accountReadMs(isClosed, isWindowVisible) * lateFactor)
  if (!isClosed) return readAt + staleMs
  const opensAt = Math.min(...markets.map(({ changesAt }) => changesAt ?? Infinity))
  return Math.min(readAt + staleMs, Math.max(readAt, opensAt) + minStaleMs)
}

/** A normal correction of the clock is smaller than this. A time further ahead was noted before the clock was set back. */
const correctionMs = minuteMs

/** Whether the time `at` (UTC ms) is more than `ageMs` ago. A time in the future is not reliable, so it counts as old. */
export const isOlder = (at: number, ageMs: number, now: number): boolean => now - at > ageMs || at - now > correctionMs
