import { compare, sign } from '../../shared/decimal.ts'
import type { Mover } from '../../shared/model/portfolio.ts'

/** What moved most, both ways; what did not move is in neither. */
export function splitMovers(movers: readonly Mover[], count: number): { gainers: Mover[]; losers: Mover[] } {
  const sorted = movers.toSorted((a, b) => compare(b.changePercent, a.changePercent))
  return {
    gainers: sorted.filter(({ changePercent }) => sign(changePercent) > 0).slice(0, count),
    losers: sorted
      .filter(({ changePercent }) => sign(changePercent) < 0)
      .slice(-count)
      .toReversed(),
  }
}
