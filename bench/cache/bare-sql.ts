import type { Db } from '../../src/main/sqlite/db.ts'
import { compileFilter, wordConditions, all } from '../../src/main/cache/filter-sql.ts'
import { transactionColumns } from '../../src/main/cache/transaction-row.ts'
import { stretchesOf } from '../../src/main/cache/walk.ts'
import type { TransactionFilter } from '../../src/shared/model/transaction-filter.ts'

/** The same questions as one plain statement each over the same file, its way left to SQLite: what the app is held against. */
export function bareSql(db: Db) {
  const joins = `
    JOIN transaction_kind k ON k.key = t.kind JOIN transaction_account a ON a.key = t.account
    JOIN transaction_subject s ON s.key = k.subject JOIN transaction_category c ON c.key = k.category
    LEFT JOIN transaction_currency m ON m.key = k.currency`
  function where(filter: TransactionFilter) {
    const compiled = compileFilter(filter)
    const keys = stretchesOf(compiled.periods, false, null, 0).map(({ low, high }) => ({
      sql: 't.key >= ? AND t.key < ?',
      params: [low, high],
    }))
    const period = { sql: `(${keys.map(({ sql }) => sql).join(' OR ')})`, params: keys.flatMap(({ params }) => params) }
    return all([...compiled.kind, ...compiled.subject, ...wordConditions(compiled.words), ...compiled.row, period])
  }
  return {
    page(filter: TransactionFilter, direction: 'newest' | 'oldest', after: string | null, limit: number): unknown[] {
      const { sql, params } = where(filter)
      const isNewest = direction === 'newest'
      const cursor = after === null ? (isNewest ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER) : Number(after)
      return db
        .prepare(
          `SELECT ${transactionColumns} FROM account_transaction t ${joins}
           WHERE ${sql} AND t.key ${isNewest ? '<' : '>'} ? ORDER BY t.key ${isNewest ? 'DESC' : 'ASC'} LIMIT ?`,
        )
        .all(...params, cursor, limit)
    },
    totals(filter: TransactionFilter): unknown[] {
      const { sql, params } = where(filter)
      // Rows of an instrument are best found by the list of each kind's rows: here SQLite is told so.
      const from = filter.conditions.some(({ field, isNot }) => field === 'symbol' && !isNot)
        ? `transaction_subject s CROSS JOIN transaction_kind k ON k.subject = s.key
           CROSS JOIN transaction_of_kind r ON r.is_settled IN (0, 1) AND r.kind = k.key
           CROSS JOIN account_transaction t ON t.key = r.key`
        : `account_transaction t ${joins}`
      return db
        .prepare(
          `SELECT k.category, k.currency, count(*), sum(t.units >> 32), sum(t.units & 4294967295), sum(t.nanos)
           FROM ${from} WHERE ${sql} GROUP BY k.category, k.currency`,
        )
        .all(...params)
    },
  }
}
