import { integer } from '../sqlite/row.ts'
import { all, type Condition } from './filter-sql.ts'
import type { Ask } from './statements.ts'
import type { Walk } from './walk.ts'

/** Kinds that are looked up at once, and rows that are looked at for one page of them: two milliseconds or less each. */
const mostKinds = 400
const mostRows = 4_000
/** The same where each row is read for what differs from row to row. */
const mostRowsRead = 1_500

/** The rows of a few kinds in the order of time: all are looked at and sorted. Null where kinds or rows are too many for that. */
export function listKinds(
  ask: Ask,
  kinds: readonly number[],
  row: readonly Condition[],
  { low, high, isNewest, wanted }: Walk,
): number[] | null {
  if (kinds.length > mostKinds) return null
  const ofKinds = `json_each('[0, 1]') part CROSS JOIN json_each(?) wanted CROSS JOIN transaction_of_kind r
    ON r.is_settled = part.value AND r.kind = wanted.value AND r.key >= ? AND r.key < ?`
  const stretch = [JSON.stringify(kinds), low, high]
  const most = row.length === 0 ? mostRows : mostRowsRead
  const counted = ask(`SELECT count(*) AS row_count FROM (SELECT 1 FROM ${ofKinds} LIMIT ?)`).get(...stretch, most + 1)
  if (counted === undefined || integer(counted, 'row_count') > most) return null
  const { sql, params } = all(row)
  return ask(
    `SELECT r.key FROM ${ofKinds} ${row.length === 0 ? '' : 'CROSS JOIN account_transaction t ON t.key = r.key'}
     WHERE ${sql} ORDER BY r.key ${isNewest ? 'DESC' : 'ASC'} LIMIT ?`,
  )
    .all(...stretch, ...params, wanted)
    .map((found) => integer(found, 'key'))
}
