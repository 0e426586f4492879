import { integer } from '#main/sqlite/row.ts'
import { rowConditions, type FilterSql } from './filter-sql.ts'
import { orderOf, type RangeQuery } from './key-ranges.ts'
import type { Prepare } from './statements.ts'
import { complete, type Found, type Strategy, declined } from './strategy.ts'

/** The rows of a window. Reading them takes at most a millisecond. */
const windowRows = 1_500
/** The number of windows after which the density of matching rows is estimated. Rows of an account come in groups. */
const minWindows = 3
/** The maximum number of windows of `walkDense` and of `walkBounded`. */
const maxDenseWindows = 8
const maxBoundedWindows = 10

/** Reads the table in time order until the page is full or the range ends. */
export const walkTable: Strategy = ({ prepare }, filter, range) => complete(readTable(prepare, filter, range))

/** Reads window by window, as long as the page is expected to be full soon. */
export const walkDense: Strategy = ({ prepare }, filter, range) => {
  const keys: number[] = []
  let rest: RangeQuery | null = range
  // The dictionaries also find words, and comparing the text of each row takes longer.
  const minBeforeEstimate = filter.words.length > 0 ? 1 : minWindows
  for (let walked = 1; rest !== null && walked <= maxDenseWindows; walked++) {
    const window = walkWindow(prepare, filter, rest)
    keys.push(...window.keys)
    rest = window.rest
    const windowsNeeded = keys.length === 0 ? Infinity : (walked * range.wanted) / keys.length
    if (walked >= minBeforeEstimate && windowsNeeded > maxDenseWindows) break
  }
  return { keys, rest }
}

/** Reads as many windows as fit into a frame, even if few rows match. */
export const walkBounded: Strategy = ({ prepare }, filter, range) => {
  const keys: number[] = []
  let rest: RangeQuery | null = range
  for (let walked = 0; rest !== null && walked < maxBoundedWindows; walked++) {
    const window = walkWindow(prepare, filter, rest)
    keys.push(...window.keys)
    rest = window.rest
  }
  return { keys, rest }
}

/** Reads the first rows of a range, whether they match or not. */
function walkWindow(prepare: Prepare, filter: FilterSql, range: RangeQuery): Found {
  const { low, high, isNewest, wanted } = range
  const end = prepare(
    `SELECT ${isNewest ? 'min' : 'max'}(key) AS key, count(*) AS row_count FROM
       (SELECT key FROM account_transaction NOT INDEXED WHERE key >= ? AND key < ? ORDER BY key ${orderOf(range)} LIMIT ?)`,
  ).get(low, high, windowRows)
  if (end === undefined || integer(end, 'row_count') < windowRows) return complete(readTable(prepare, filter, range))
  const edge = integer(end, 'key')
  const keys = readTable(prepare, filter, isNewest ? { ...range, low: edge } : { ...range, high: edge + 1 })
  if (keys.length >= wanted) return complete(keys)
  const rest = isNewest ? { ...range, high: edge } : { ...range, low: edge + 1 }
  return { keys, rest: { ...rest, wanted: wanted - keys.length } }
}

function readTable(prepare: Prepare, filter: FilterSql, range: RangeQuery): number[] {
  const { sql, params, joins } = rowConditions(filter)
  return prepare(
    `SELECT t.key FROM account_transaction t NOT INDEXED ${joins}
     WHERE t.key >= ? AND t.key < ? AND ${sql} ORDER BY t.key ${orderOf(range)} LIMIT ?`,
  )
    .all(range.low, range.high, ...params, range.wanted)
    .map((row) => integer(row, 'key'))
}

/** The maximum number of entries of the index of amounts that are read for one page. */
const maxEntries = 12_000

/** The numbers of the blocks that contain keys of a range, as in the index `transaction_by_units`. */
const blocks = `
  WITH RECURSIVE block (number, low) AS (
    SELECT max(key) >> 41, ? FROM account_transaction WHERE key < ?
    UNION ALL
    SELECT (SELECT max(t.key) >> 41 FROM account_transaction t WHERE t.key < block.number << 41), low
    FROM block WHERE number > low >> 41)`

/** Reads all rows of the filter's range of amounts and sorts them; declines if there are too many. */
export const searchAmounts: Strategy = ({ prepare }, filter, range) => {
  if (filter.units === null) return declined(range)
  const { low, high, wanted } = range
  // The index holds rows by blocks of keys, and by amount within each block.
  const inRange = `account_transaction t INDEXED BY transaction_by_units
    ON t.key >> 41 = block.number AND t.units IS NOT NULL AND ${filter.units.sql}`
  const counted = prepare(
    `${blocks} SELECT count(*) AS row_count FROM (SELECT 1 FROM block CROSS JOIN ${inRange} LIMIT ?)`,
  ).get(low, high, ...filter.units.params, maxEntries + 1)
  if (counted === undefined || integer(counted, 'row_count') > maxEntries) return declined(range)
  const { sql, params, joins } = rowConditions(filter)
  const found = prepare(
    `${blocks} SELECT t.key FROM block CROSS JOIN ${inRange} ${joins}
     WHERE t.key >= ? AND t.key < ? AND ${sql} ORDER BY t.key ${orderOf(range)} LIMIT ?`,
  ).all(low, high, ...filter.units.params, low, high, ...params, wanted)
  return complete(found.map((row) => integer(row, 'key')))
}
