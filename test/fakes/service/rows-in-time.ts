interface Timed {
  /** UTC ms. */
  readonly at: number
}

/** The rows that a service keeps when it truncates a response. */
export type KeptRows = 'newest' | 'oldest' | 'any'

interface Interval {
  readonly from: number
  readonly to: number
  readonly isEndInclusive: boolean
}

/** The rows inside an interval; `rows` is sorted, oldest first. */
export const rowsWithin = <T extends Timed>(rows: readonly T[], { from, to, isEndInclusive }: Interval): readonly T[] =>
  rows.slice(firstAt(rows, from), firstAt(rows, to, isEndInclusive))

/** At most `maxRows` of the rows, which are sorted, oldest first. `scatter` decides which rows `any` keeps. */
export function truncate<T extends Timed>(
  rows: readonly T[],
  { maxRows, kept, scatter }: { maxRows: number; kept: KeptRows; scatter: (rows: readonly T[]) => readonly T[] },
): readonly T[] {
  if (rows.length <= maxRows) return rows
  if (kept === 'newest') return rows.slice(-maxRows)
  return (kept === 'oldest' ? rows : scatter(rows)).slice(0, maxRows)
}

/** The index of the first row at or after an instant; with `isAfter`, of the first row after it. */
function firstAt(rows: readonly Timed[], at: number, isAfter = false): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const here = rows[middle]?.at ?? Infinity
    if (isAfter ? here <= at : here < at) low = middle + 1
    else high = middle
  }
  return low
}
