import type { MarketState } from '../../shared/model/watchlist.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** "25 min", "3 h", "2 d": how long until something, rounded up, so that it never says too little. */
export function durationWords(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / minuteMs))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.ceil(minutes / 60)
  return hours <= 48 ? `${hours} h` : `${Math.ceil(hours / 24)} d`
}

/** Whether the market is open, in words: "open, closes in 25 min", "closed, opens in 3 h", "unknown". */
export function marketWords(market: MarketState, now: number): string {
  if (market.state === 'unknown') return 'unknown'
  const left = market.changesAt === null ? null : market.changesAt - now
  // A change that is already past says that the schedule is older than the state.
  if (left === null || left <= 0) return market.state
  if (market.state === 'closed') return `closed, opens in ${durationWords(left)}`
  return left <= hourMs ? `open, closes in ${durationWords(left)}` : 'open'
}
