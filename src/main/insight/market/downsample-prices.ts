import type { PricePoint } from '../../../shared/model/instrument-view.ts'
import type { Decimal } from '../../../shared/decimal.ts'

interface RecordedPrice {
  /** UTC ms. */
  readonly at: number
  readonly last: Decimal
}

/** At most `maxPoints` recorded prices, oldest first: the last one of each of `maxPoints` equal intervals, so the newest always stays. */
export function downsamplePrices(recorded: readonly RecordedPrice[], maxPoints: number): PricePoint[] {
  const first = recorded[0]
  const newest = recorded.at(-1)
  if (first === undefined || newest === undefined) return []
  const intervalMs = (newest.at - first.at) / maxPoints
  const intervalOf = ({ at }: RecordedPrice): number =>
    intervalMs === 0 ? 0 : Math.min(maxPoints - 1, Math.floor((at - first.at) / intervalMs))
  const isKept = (price: RecordedPrice, index: number): boolean => {
    const next = recorded[index + 1]
    return recorded.length <= maxPoints || next === undefined || intervalOf(next) !== intervalOf(price)
  }
  return recorded.filter(isKept).map(({ at, last }) => ({ at, price: last }))
}
