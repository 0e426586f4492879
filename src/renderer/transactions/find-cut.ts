import type { Cut } from './page-list.ts'

interface Search {
  /** Index of the row that is wanted. */
  readonly rank: number
  /** All rows of the list. */
  readonly count: number
  /** Instants of the first and the last row. */
  readonly first: number
  readonly last: number
  /** Rows of the list above an instant, exactly. */
  readonly countAbove: (at: number) => Promise<number>
  /** Near enough: walking so many rows is cheaper than another count. */
  readonly toleranceRows: number
}

const mostCounts = 12

/**
 * Finds an instant that cuts the list near a rank, by counting: keyset pages cannot be entered by their number. Rows lie
 * unevenly in time, so interpolation alternates with halving.
 */
export async function findCut({ rank, count, first, last, countAbove, toleranceRows }: Search): Promise<Cut> {
  // A millisecond outside, so that the cut above the first row and the one below the last are among those searched.
  const way = Math.sign(last - first) || 1
  let low = { at: first - way, rank: 0 }
  let high = { at: last + way, rank: count }
  let nearest: Cut = low
  for (let turn = 0; turn < mostCounts; turn += 1) {
    if (Math.abs(high.at - low.at) <= 1) break
    const share = turn % 3 === 2 ? 0.5 : (rank - low.rank) / Math.max(1, high.rank - low.rank)
    const inner = Math.abs(high.at - low.at) - 1
    const at = low.at + way * Math.min(inner, Math.max(1, Math.round(share * (inner + 1))))
    const found = { at, rank: await countAbove(at) }
    if (Math.abs(found.rank - rank) < Math.abs(nearest.rank - rank)) nearest = found
    if (Math.abs(found.rank - rank) <= toleranceRows) break
    if (found.rank <= rank) low = found
    else high = found
  }
  return nearest.at === first - way ? { at: null, rank: 0 } : nearest
}
