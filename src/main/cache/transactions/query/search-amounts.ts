import { integer } from '../../../sqlite/row.ts'
import { rowConditions } from './filter-sql.ts'
import { orderOf } from './key-ranges.ts'
import { complete, declined, type Strategy } from './strategy.ts'

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
