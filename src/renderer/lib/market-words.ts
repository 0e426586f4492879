import { spanWords } from '../../shared/format-time.ts'
import type { MarketState } from '../../shared/model/watchlist.ts'

const hourMs = 3_600_000

/**
 * The market in words: "open, closes in 2 h 10 min", "closed, opens in 3 d 4 h", "hours not known". In brief an open one tells
 * that it closes in its last hour only: a column of them would change each minute.
 */
export function marketWords({ state, changesAt }: MarketState, now: number, isBrief = false): string {
  if (state === 'unknown') return 'hours not known'
  // A change that is past says that the schedule is older than the state.
  if (changesAt === null || changesAt <= now) return state
  if (isBrief && state === 'open' && changesAt - now > hourMs) return state
  return `${state}, ${state === 'open' ? 'closes' : 'opens'} in ${spanWords(changesAt - now)}`
}
