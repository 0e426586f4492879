import { dayMs } from '../../../shared/durations.ts'
import type { HoldingPoint } from '../ledger/series/state.ts'
import { priceOfTrade, type PastPrice, type PricedInstrument } from './past-price.ts'

/** `before` pieces became `after`. */
export interface SplitRatio {
  readonly before: bigint
  readonly after: bigint
}

/** Accounts book one split on different days. */
const sameSplitMs = 10 * dayMs

export const lastSplitAt = (points: readonly HoldingPoint[]): number | null =>
  points.reduce<number | null>(
    (last, { splitAt }) => (splitAt === null ? last : Math.max(last ?? splitAt, splitAt)),
    null,
  )

/**
 * What the newest own trade says about the value of a piece now; `null` where none says anything. `points`: the holdings of the
 * instrument in all accounts. A price that its own account did not scale by a split, because it had no pieces left, is scaled
 * by `ratioSince` its time (UTC ms; `null` where that is not clear). One that is not in percent of the face is void after a
 * repayment.
 */
export function lastTradePrice(
  points: readonly HoldingPoint[],
  instrument: PricedInstrument,
  ratioSince: (at: number) => SplitRatio | null,
): PastPrice | null {
  const splitAt = lastSplitAt(points) ?? -Infinity
  const repaidAt = Math.max(...points.map((point) => point.repaidAt ?? -Infinity), -Infinity)
  const traded = points.filter(({ lastTrade }) => lastTrade !== null)
  traded.sort((a, b) => (b.lastTrade?.at ?? 0) - (a.lastTrade?.at ?? 0))
  for (const { lastTrade, splitAt: ownSplitAt } of traded) {
    const price = lastTrade === null ? null : priceOfTrade(lastTrade, instrument)
    if (lastTrade === null || price === null || (!price.isPercent && repaidAt >= price.at)) continue
    const isScaled = price.at >= splitAt || splitAt - (ownSplitAt ?? -Infinity) < sameSplitMs
    const ratio = isScaled ? (lastTrade.split ?? { before: 1n, after: 1n }) : ratioSince(price.at)
    if (ratio === null) return null
    return { ...price, numerator: price.numerator * ratio.before, denominator: price.denominator * ratio.after }
  }
  return null
}
