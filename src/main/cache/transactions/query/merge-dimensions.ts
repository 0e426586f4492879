import { flag, integer } from '../../../sqlite/row.ts'
import { orderOf, type RangeQuery } from './key-ranges.ts'
import { type Prepare, all } from './statements.ts'
import { complete, declined, type Strategy } from './strategy.ts'

/** Rows that are looked at for one page. */
const maxRows = 3_000

/** The rows of one dimension, in reading order. */
interface Stream {
  readonly dimension: number
  /** The key of its next row; while `ahead` is empty only a bound: no row of the stream comes before it. */
  head: number
  /** Rows that were read of it, the next one last. */
  ahead: { readonly key: number; readonly fits: boolean }[]
}

/** Rows of a dimension read at a time: few of many dimensions, many of few. */
const blockRows = (wanted: number, dimensions: number): number =>
  Math.min(64, Math.max(4, Math.ceil((2 * wanted) / dimensions)))

/**
 * Merges the rows of several dimensions: the index holds each dimension's rows in the order of time, and only dimensions
 * whose turn it is are read. Declines when too many rows were looked at and not enough of them fit.
 */
export const mergeDimensions: Strategy = ({ prepare, findDimensions }, filter, range) => {
  const dimensions = findDimensions(filter)
  if (dimensions === null) return declined(range)
  const { low, high, isNewest, wanted } = range
  // Without a condition on rows the first `wanted` rows are in at most that many streams: those whose first row comes first.
  const maxStreams = filter.onRow.length === 0 ? wanted : dimensions.length
  const streams = openStreams(prepare, dimensions, range, maxStreams)
  const onRow = all(filter.onRow)
  const block = prepare(
    `SELECT t.key, ${onRow.sql} AS fits FROM account_transaction t INDEXED BY transaction_by_dimension
     WHERE t.dimension = ? AND t.key >= ? AND t.key < ? ORDER BY t.key ${orderOf(range)} LIMIT ?`,
  )
  const atOnce = blockRows(wanted, streams.length)
  const keys: number[] = []
  for (let looked = 0; looked < maxRows; looked++) {
    const stream = streams.pop()
    if (stream === undefined) return complete(keys)
    if (stream.ahead.length === 0) {
      const [from, to] = isNewest ? [low, stream.head + 1] : [stream.head, high]
      stream.ahead = block
        .all(...onRow.params, stream.dimension, from, to, atOnce)
        .map((row) => ({ key: integer(row, 'key'), fits: flag(row, 'fits') }))
        .reverse()
      const first = stream.ahead.at(-1)
      if (first === undefined) continue
      if (first.key !== stream.head) {
        // The row lies behind the bound: rows of other streams may come before it.
        stream.head = first.key
        insertByHead(streams, stream, isNewest)
        continue
      }
    }
    const taken = stream.ahead.pop()
    if (taken === undefined) continue
    if (taken.fits) keys.push(taken.key)
    if (keys.length >= wanted) return complete(keys)
    stream.head = stream.ahead.at(-1)?.key ?? (isNewest ? taken.key - 1 : taken.key + 1)
    if (stream.head >= low && stream.head < high) insertByHead(streams, stream, isNewest)
  }
  return declined(range)
}

/** The dimensions that have rows in a range, at their first row; the one that comes first stands last. */
function openStreams(prepare: Prepare, dimensions: readonly number[], range: RangeQuery, most: number): Stream[] {
  const heads = prepare(
    `SELECT wanted.value AS dimension,
            (SELECT ${range.isNewest ? 'max' : 'min'}(t.key) FROM account_transaction t INDEXED BY transaction_by_dimension
             WHERE t.dimension = wanted.value AND t.key >= ? AND t.key < ?) AS head
     FROM json_each(?) wanted WHERE head IS NOT NULL ORDER BY head ${orderOf(range)} LIMIT ?`,
  ).all(range.low, range.high, JSON.stringify(dimensions), most)
  return heads.reverse().map((row) => ({ dimension: integer(row, 'dimension'), head: integer(row, 'head'), ahead: [] }))
}

/** Puts a stream in its place by its head. */
function insertByHead(streams: Stream[], stream: Stream, isNewest: boolean): void {
  let from = 0
  let to = streams.length
  while (from < to) {
    const middle = (from + to) >> 1
    const head = streams[middle]?.head ?? 0
    if (isNewest ? head < stream.head : head > stream.head) from = middle + 1
    else to = middle
  }
  streams.splice(from, 0, stream)
}

/** Dimensions that are read at once, and their rows for one page: two milliseconds or less each. */
const maxDimensions = 400
const maxSortedRows = 4_000
/** The same where each row is read for its own conditions. */
const maxSortedRowsRead = 1_500

/** Reads all rows of a few dimensions and sorts them; declines where dimensions or rows are too many for that. */
export const sortFewDimensions: Strategy = ({ prepare, findDimensions }, filter, range) => {
  const dimensions = findDimensions(filter)
  if (dimensions === null || dimensions.length > maxDimensions) return declined(range)
  const rows = `json_each(?) wanted CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension
    ON t.dimension = wanted.value AND t.key >= ? AND t.key < ?`
  const params = [JSON.stringify(dimensions), range.low, range.high]
  const most = filter.onRow.length === 0 ? maxSortedRows : maxSortedRowsRead
  const counted = prepare(`SELECT count(*) AS row_count FROM (SELECT 1 FROM ${rows} LIMIT ?)`).get(...params, most + 1)
  if (counted === undefined || integer(counted, 'row_count') > most) return declined(range)
  const onRow = all(filter.onRow)
  const found = prepare(`SELECT t.key FROM ${rows} WHERE ${onRow.sql} ORDER BY t.key ${orderOf(range)} LIMIT ?`).all(
    ...params,
    ...onRow.params,
    range.wanted,
  )
  return complete(found.map((row) => integer(row, 'key')))
}
