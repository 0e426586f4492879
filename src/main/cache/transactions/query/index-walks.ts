import { integer } from '../../../sqlite/row.ts'
import { rowConditions, type FilterSql } from './filter-sql.ts'
import { orderOf, type RangeQuery } from './key-ranges.ts'
import type { Prepare } from './statements.ts'
import { complete, type Found, type Strategy, declined } from './strategy.ts'

/** Rows of a window: read in a millisecond or less. */
const windowRows = 1_500
/** Windows before the pace is judged, for the rows of an account come in groups. */
const minWindows = 3
/** Windows of a page that fills at a good pace, and of one that no other strategy can find. */
const maxDenseWindows = 8
const maxBoundedWindows = 10

/** Walks the table in the order of time until the page is full or the range ends. */
export const walkTable: Strategy = ({ prepare }, filter, range) => complete(readTable(prepare, filter, range))

/** Walks window by window as long as the page looks as if it will be full soon. */
export const walkDense: Strategy = ({ prepare }, filter, range) => {
  const keys: number[] = []
  let rest: RangeQuery | null = range
  // The dictionaries find words as well, and comparing each row's text takes longer.
  const minBeforeJudging = filter.words.length > 0 ? 1 : minWindows
  for (let walked = 1; rest !== null && walked <= maxDenseWindows; walked++) {
    const window = walkWindow(prepare, filter, rest)
    keys.push(...window.keys)
    rest = window.rest
    const windowsNeeded = keys.length === 0 ? Infinity : (walked * range.wanted) / keys.length
    if (walked >= minBeforeJudging && windowsNeeded > maxDenseWindows) break
  }
  return { keys, rest }
}

/** Walks as many windows as fit into a frame, however fast or slowly the page fills. */
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

/** Entries of the index of amounts that are read for one page. */
const maxEntries = 12_000

/** The blocks of keys in which rows lie, below one key and from another on, as the index `transaction_by_units` numbers them. */
const blocks = `
  WITH RECURSIVE block (number, low) AS (
    SELECT max(key) >> 41, ? FROM account_transaction WHERE key < ?
    UNION ALL
    SELECT (SELECT max(t.key) >> 41 FROM account_transaction t WHERE t.key < block.number << 41), low
    FROM block WHERE number > low >> 41)`

/** Reads all rows of the filter's range of amounts and sorts them; declines where there are many. */
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
