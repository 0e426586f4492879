import type { PricePoint } from '../../shared/model/instrument-view.ts'
import type { Decimal } from '../../shared/decimal.ts'

interface Seen {
  /** UTC ms. */
  readonly at: number
  readonly last: Decimal
}

/** At most `most` points of a recorded price (oldest first): the last of each of as many equal stretches of time, so the newest always stays. */
export function thinPrices(seen: readonly Seen[], most: number): PricePoint[] {
  const first = seen[0]
  const newest = seen.at(-1)
  if (first === undefined || newest === undefined) return []
  const stretchMs = (newest.at - first.at) / most
  const stretchOf = ({ at }: Seen): number =>
    stretchMs === 0 ? 0 : Math.min(most - 1, Math.floor((at - first.at) / stretchMs))
  const isKept = (one: Seen, index: number): boolean => {
    const next = seen[index + 1]
    return seen.length <= most || next === undefined || stretchOf(next) !== stretchOf(one)
  }
  return seen.filter(isKept).map(({ at, last }) => ({ at, price: last }))
}
