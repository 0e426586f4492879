import { flag, integer } from '#main/sqlite/row.ts'
import { orderOf, type RangeQuery } from './key-ranges.ts'
import { type Prepare, all } from './statements.ts'
import { complete, declined, type Strategy } from './strategy.ts'

/** The maximum number of rows that are read for one page. */
const maxRows = 3_000

/** The rows of one dimension, in reading order. */
interface Stream {
  readonly dimension: number
  /** The key of its next row. While `ahead` is empty it is a bound: no row of the stream comes before it. */
  head: number
  /** Rows of the stream that are already read, the next one last. */
  ahead: { readonly key: number; readonly matches: boolean }[]
}

/** The number of rows of a dimension that are read at a time: fewer if there are many dimensions. */
const blockRows = (wanted: number, dimensions: number): number =>
  Math.min(64, Math.max(4, Math.ceil((2 * wanted) / dimensions)))

/**
 * Merges the rows of several dimensions. The index lists the rows of each dimension in time order, and a dimension is
 * read only when its next row is needed. Declines if too many rows were read and not enough of them match.
 */
export const mergeDimensions: Strategy = ({ prepare, findDimensions }, filter, range) => {
  const dimensions = findDimensions(filter)
  if (dimensions === null) return declined(range)
  const { low, high, isNewest, wanted } = range
  // Without a condition on rows, the first `wanted` rows are in the `wanted` streams whose first rows come first.
  const maxStreams = filter.onRow.length === 0 ? wanted : dimensions.length
  const streams = openStreams(prepare, dimensions, range, maxStreams)
  const onRow = all(filter.onRow)
  const block = prepare(
    `SELECT t.key, ${onRow.sql} AS matches FROM account_transaction t INDEXED BY transaction_by_dimension
     WHERE t.dimension = ? AND t.key >= ? AND t.key < ? ORDER BY t.key ${orderOf(range)} LIMIT ?`,
  )
  const atOnce = blockRows(wanted, streams.length)
  const keys: number[] = []
  for (let readRows = 0; readRows < maxRows; readRows++) {
    const stream = streams.pop()
    if (stream === undefined) return complete(keys)
    if (stream.ahead.length === 0) {
      const [from, to] = isNewest ? [low, stream.head + 1] : [stream.head, high]
      stream.ahead = block
        .all(...onRow.params, stream.dimension, from, to, atOnce)
        .map((row) => ({ key: integer(row, 'key'), matches: flag(row, 'matches') }))
        .reverse()
      const first = stream.ahead.at(-1)
      if (first === undefined) continue
      if (first.key !== stream.head) {
        // The row is after the bound: rows of other streams may come before it.
        stream.head = first.key
        insertByHead(streams, stream, isNewest)
        continue
      }
    }
    const taken = stream.ahead.pop()
    if (taken === undefined) continue
    if (taken.matches) keys.push(taken.key)
    if (keys.length >= wanted) return complete(keys)
    stream.head = stream.ahead.at(-1)?.key ?? (isNewest ? taken.key - 1 : taken.key + 1)
    if (stream.head >= low && stream.head < high) insertByHead(streams, stream, isNewest)
  }
  return declined(range)
}

/**
 * Opens a stream at the first row of each dimension with rows in the range. The stream whose row comes first is last in
 * the list.
 */
function openStreams(prepare: Prepare, dimensions: readonly number[], range: RangeQuery, max: number): Stream[] {
  const heads = prepare(
    `SELECT wanted.value AS dimension,
            (SELECT ${range.isNewest ? 'max' : 'min'}(t.key) FROM account_transaction t INDEXED BY transaction_by_dimension
             WHERE t.dimension = wanted.value AND t.key >= ? AND t.key < ?) AS head
     FROM json_each(?) wanted WHERE head IS NOT NULL ORDER BY head ${orderOf(range)} LIMIT ?`,
  ).all(range.low, range.high, JSON.stringify(dimensions), max)
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

/** The maximum number of dimensions, and of their rows, that are sorted for one page: at max two milliseconds each. */
const maxDimensions = 400
const maxSortedRows = 4_000
/** The maximum number of rows if each row is read to check conditions. */
const maxSortedRowsRead = 1_500

/** Reads all rows of a few dimensions and sorts them. Declines if there are too many dimensions or rows. */
export const sortFewDimensions: Strategy = ({ prepare, findDimensions }, filter, range) => {
  const dimensions = findDimensions(filter)
  if (dimensions === null || dimensions.length > maxDimensions) return declined(range)
  const rows = `json_each(?) wanted CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension
    ON t.dimension = wanted.value AND t.key >= ? AND t.key < ?`
  const params = [JSON.stringify(dimensions), range.low, range.high]
  const max = filter.onRow.length === 0 ? maxSortedRows : maxSortedRowsRead
  const counted = prepare(`SELECT count(*) AS row_count FROM (SELECT 1 FROM ${rows} LIMIT ?)`).get(...params, max + 1)
  if (counted === undefined || integer(counted, 'row_count') > max) return declined(range)
  const onRow = all(filter.onRow)
  const found = prepare(`SELECT t.key FROM ${rows} WHERE ${onRow.sql} ORDER BY t.key ${orderOf(range)} LIMIT ?`).all(
    ...params,
    ...onRow.params,
    range.wanted,
  )
  return complete(found.map((row) => integer(row, 'key')))
}
