import type { MarketState } from '../../shared/model/watchlist.ts'

const minuteMs = 60_000

/** A stretch of time in its two largest units, rounded up: "2 h 10 min", "3 d 4 h", "25 min". */
export function spanWords(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / minuteMs))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
  return `${rest} min`
}

/** The market in words: "open, closes in 2 h 10 min", "closed, opens in 3 d 4 h", "hours not known". */
export function marketClock({ state, changesAt }: MarketState, now: number): string {
  if (state === 'unknown') return 'hours not known'
  // A change that is past says that the schedule is older than the state.
  if (changesAt === null || changesAt <= now) return state
  return `${state}, ${state === 'open' ? 'closes' : 'opens'} in ${spanWords(changesAt - now)}`
}
