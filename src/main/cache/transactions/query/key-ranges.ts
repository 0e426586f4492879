import { integer } from '#main/sqlite/row.ts'
import { firstKeyAt, isKeyExact, keyBehind } from '../rows/time-key.ts'
import type { FilterSql, Period } from './filter-sql.ts'
import { all, type Prepare } from './statements.ts'

/** A range of keys: low (inclusive) to high (exclusive). */
interface KeyRange {
  readonly low: number
  readonly high: number
}

/** A range of keys and the direction in which it is read. */
export interface DirectedRange extends KeyRange {
  readonly isNewest: boolean
}

/** The request to a strategy: the first `wanted` rows of a range. */
export interface RangeQuery extends DirectedRange {
  readonly wanted: number
}

/** The direction of a range in SQL. */
export const orderOf = ({ isNewest }: DirectedRange): 'DESC' | 'ASC' => (isNewest ? 'DESC' : 'ASC')

/**
 * The ranges of keys that may hold rows of these periods, in reading order, after the key `after` (null: from the
 * start).
 */
export function keyRangesOf(
  periods: readonly Period[],
  isNewest: boolean,
  after: number | null,
  maxOverflowMs: number,
): DirectedRange[] {
  const ranges: { low: number; high: number }[] = []
  for (const { from, to } of periods) {
    const low = from === -Infinity ? Number.MIN_SAFE_INTEGER : firstKeyAt(from)
    const high = to === Infinity ? Number.MAX_SAFE_INTEGER : keyBehind(to, maxOverflowMs)
    const last = ranges.at(-1)
    if (last !== undefined && low < last.high) last.high = Math.max(last.high, high)
    else ranges.push({ low, high })
  }
  if (isNewest) ranges.reverse()
  return ranges.flatMap(({ low, high }) => {
    const rest = isNewest
      ? { low, high: Math.min(high, after ?? high), isNewest }
      : { low: Math.max(low, after === null ? low : after + 1), high, isNewest }
    return rest.low < rest.high ? [rest] : []
  })
}

/**
 * Adds the exact times as conditions if keys are not exact: if rows overflowed into later keys, or a time is outside
 * the range of keys.
 */
export function withExactPeriod(filter: FilterSql, maxOverflowMs: number): FilterSql {
  const ends = filter.periods.flatMap(({ from, to }) => [from, to]).filter(Number.isFinite)
  if (ends.every((end) => isKeyExact(end, maxOverflowMs))) return filter
  const bounds = filter.periods.map(({ from, to }) =>
    all([
      ...(from === -Infinity ? [] : [{ sql: 't.at_ms >= ?', params: [from] }]),
      ...(to === Infinity ? [] : [{ sql: 't.at_ms < ?', params: [to] }]),
    ]),
  )
  const sql = `(${bounds.map((bound) => `(${bound.sql})`).join(' OR ')})`
  return { ...filter, onRow: [...filter.onRow, { sql, params: bounds.flatMap(({ params }) => params) }] }
}

/** The number of parts of a scan. Other requests are served between them. */
const slicesPerRange = 24

/** Cuts the parts of the ranges that contain rows into slices, in reading order. */
export function sliceTable(prepare: Prepare, ranges: readonly DirectedRange[]): DirectedRange[] {
  // One aggregate per query: then SQLite reads only the ends of the table.
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
