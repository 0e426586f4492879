import { integer } from '../../../sqlite/row.ts'
import type { DirectedRange } from './key-ranges.ts'
import type { Prepare } from './statements.ts'

/** Parts of a scan: between two of them other requests are served. */
const slicesPerRange = 24

/** Cuts ranges of keys, as far as the table has rows there, into slices that are read one by one, in the ranges' direction. */
export function sliceTable(prepare: Prepare, ranges: readonly DirectedRange[]): DirectedRange[] {
  // One aggregate per query: only then SQLite reads no more than the ends of the table.
  const ends = prepare(
    `SELECT ifnull((SELECT min(key) FROM account_transaction), 0) AS first,
            ifnull((SELECT max(key) FROM account_transaction), 0) AS last`,
  ).get()
  if (ends === undefined) return []
  return ranges.flatMap(({ low, high, isNewest }) => {
    const first = Math.max(low, integer(ends, 'first'))
    const end = Math.min(high, integer(ends, 'last') + 1)
    const step = Math.max(1, Math.ceil((end - first) / slicesPerRange))
    const slices: DirectedRange[] = []
    for (let from = first; from < end; from += step)
      slices.push({ low: from, high: Math.min(end, from + step), isNewest })
    return isNewest ? slices.reverse() : slices
  })
}
