import { hourMs } from '../../../shared/durations.ts'
import { spanWords } from '../../../shared/text/format-time.ts'
import type { MarketState } from '../../../shared/model/watchlist.ts'

/**
 * The state of a market in words: "open, closes in 2 h 10 min", "closed, opens in 3 d 4 h", "hours not known". The brief form
 * is rounded to the hour ("opens in 11 h") and mentions the close only in the last hour, so that a column of them does not
 * change every minute.
 */
export function marketWords({ state, changesAt }: MarketState, now: number, isBrief = false): string {
  if (state === 'unknown') return 'hours not known'
  // A change in the past means that the schedule is older than the state.
  if (changesAt === null || changesAt <= now) return state
  const leftMs = changesAt - now
  const verb = state === 'open' ? 'closes' : 'opens'
  if (!isBrief) return `${state}, ${verb} in ${spanWords(leftMs)}`
  if (leftMs <= hourMs) return `${verb} in ${spanWords(leftMs)}`
  return state === 'open' ? state : `opens in ${spanWords(Math.ceil(leftMs / hourMs) * hourMs)}`
}
