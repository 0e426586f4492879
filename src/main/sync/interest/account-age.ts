import { hourMs, minuteMs } from '#shared/durations.ts'
import type { MarketState } from '#shared/model/watchlist.ts'

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
