import { all, type FilterSql, type Period } from './filter-sql.ts'
import { firstKeyAt, isKeyExact, keyBehind } from './transaction-key.ts'

/** A stretch of keys that is walked, and how many rows are wanted of it. */
export interface Walk {
  /** Inclusive. */
  readonly low: number
  /** Exclusive. */
  readonly high: number
  readonly isNewest: boolean
  readonly wanted: number
}

/** The stretches of keys that may hold rows of these periods, in the order in which they are read behind `after`. */
export function stretchesOf(
  periods: readonly Period[],
  isNewest: boolean,
  after: number | null,
  longestSpillMs: number,
): Omit<Walk, 'wanted'>[] {
  const stretches: { low: number; high: number }[] = []
  for (const { from, to } of periods) {
    const low = from === -Infinity ? Number.MIN_SAFE_INTEGER : firstKeyAt(from)
    const high = to === Infinity ? Number.MAX_SAFE_INTEGER : keyBehind(to, longestSpillMs)
    const last = stretches.at(-1)
    if (last !== undefined && low < last.high) last.high = Math.max(last.high, high)
    else stretches.push({ low, high })
  }
  if (isNewest) stretches.reverse()
  return stretches.flatMap(({ low, high }) => {
    const cut = isNewest
      ? { low, high: Math.min(high, after ?? high), isNewest }
      : { low: Math.max(low, after === null ? low : after + 1), high, isNewest }
    return cut.low < cut.high ? [cut] : []
  })
}

/** Where rows ran over into later keys, or lie beyond what keys can order, the time itself is asked too. */
export function withExactPeriod(filter: FilterSql, longestSpillMs: number): FilterSql {
  const ends = filter.periods.flatMap(({ from, to }) => [from, to]).filter(Number.isFinite)
  if (ends.every((end) => isKeyExact(end, longestSpillMs))) return filter
  const bounds = filter.periods.map(({ from, to }) =>
    all([
      ...(from === -Infinity ? [] : [{ sql: 't.at_ms >= ?', params: [from] }]),
      ...(to === Infinity ? [] : [{ sql: 't.at_ms < ?', params: [to] }]),
    ]),
  )
  const sql = `(${bounds.map((bound) => `(${bound.sql})`).join(' OR ')})`
  return { ...filter, row: [...filter.row, { sql, params: bounds.flatMap(({ params }) => params) }] }
}
