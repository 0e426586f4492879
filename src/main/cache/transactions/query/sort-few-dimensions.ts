import { integer } from '../../../sqlite/row.ts'
import { all } from './condition.ts'
import { orderOf } from './key-ranges.ts'
import { complete, declined, type Strategy } from './strategy.ts'

/** Dimensions that are read at once, and their rows for one page: two milliseconds or less each. */
const maxDimensions = 400
const maxRows = 4_000
/** The same where each row is read for its own conditions. */
const maxRowsRead = 1_500

/** Reads all rows of a few dimensions and sorts them; declines where dimensions or rows are too many for that. */
export const sortFewDimensions: Strategy = ({ prepare, findDimensions }, filter, range) => {
  const dimensions = findDimensions(filter)
  if (dimensions === null || dimensions.length > maxDimensions) return declined(range)
  const rows = `json_each(?) wanted CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension
    ON t.dimension = wanted.value AND t.key >= ? AND t.key < ?`
  const params = [JSON.stringify(dimensions), range.low, range.high]
  const most = filter.onRow.length === 0 ? maxRows : maxRowsRead
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
