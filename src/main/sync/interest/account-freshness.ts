import { hourMs, minuteMs } from '../../../shared/durations.ts'
import type { MarketState } from '../../../shared/model/watchlist.ts'

/** Cash, positions and margin of an account: while somebody looks, while nobody does, while its markets are closed. */
const watchedMs = 15_000
const unwatchedMs = minuteMs
const closedWatchedMs = 900_000
const closedUnwatchedMs = hourMs

/** Whether all is closed that an account holds; not where it holds nothing. */
export const areClosed = (states: readonly MarketState['state'][]): boolean =>
  states.length > 0 && states.every((state) => state === 'closed')

/** How long after a reading an account is read again at the latest, ms; `isClosed`: nothing that it holds trades now. */
export function accountReadMs(isClosed: boolean, isWindowVisible: boolean): number {
  if (isClosed) return isWindowVisible ? closedWatchedMs : closedUnwatchedMs
  return isWindowVisible ? watchedMs : unwatchedMs
}

/** A reading may be late by a little without being worth a mark. */
const lateFactor = 1.5
const minStaleMs = 3 * minuteMs

/** From when on (UTC ms) a reading is older than it should be: sooner where the first of its closed markets opens. */
export function accountStaleAt(readAt: number, markets: readonly MarketState[], isWindowVisible: boolean): number {
  const isClosed = areClosed(markets.map(({ state }) => state))
  const staleMs = Math.max(minStaleMs, accountReadMs(isClosed, isWindowVisible) * lateFactor)
  if (!isClosed) return readAt + staleMs
  const opensAt = Math.min(...markets.map(({ changesAt }) => changesAt ?? Infinity))
  return Math.min(readAt + staleMs, Math.max(readAt, opensAt) + minStaleMs)
}
