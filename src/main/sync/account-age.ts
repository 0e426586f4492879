import type { MarketState } from '../../shared/model/watchlist.ts'

/** Cash, positions and margin of an account: while somebody looks, while nobody does, while its markets are closed. */
const watchedMs = 15_000
const unwatchedMs = 60_000
const closedWatchedMs = 900_000
const closedUnwatchedMs = 3_600_000

/** Whether all is closed that an account holds; not where it holds nothing. */
export const areClosed = (states: readonly (MarketState['state'] | undefined)[]): boolean =>
  states.length > 0 && states.every((state) => state === 'closed')

/** How long after a reading an account is read again at the latest, by the states of the markets of what it holds. */
export function accountReadMs(states: readonly (MarketState['state'] | undefined)[], isWatched: boolean): number {
  if (areClosed(states)) return isWatched ? closedWatchedMs : closedUnwatchedMs
  return isWatched ? watchedMs : unwatchedMs
}

/** A reading may be late by a little without being worth a mark. */
const lateFactor = 1.5
const leastStaleMs = 3 * 60_000

/** From when on (UTC ms) a reading is older than it should be: sooner where the first of its closed markets opens. */
export function accountStaleAt(readAt: number, markets: readonly MarketState[], isWatched: boolean): number {
  const states = markets.map(({ state }) => state)
  const staleMs = Math.max(leastStaleMs, accountReadMs(states, isWatched) * lateFactor)
  if (!areClosed(states)) return readAt + staleMs
  const opensAt = Math.min(...markets.map(({ changesAt }) => changesAt ?? Infinity))
  return Math.min(readAt + staleMs, Math.max(readAt, opensAt) + leastStaleMs)
}
