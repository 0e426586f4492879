import { compileFilter, wordConditions } from '#main/cache/transactions/query/filter-sql.ts'
import { keyRangesOf } from '#main/cache/transactions/query/key-ranges.ts'
import { all } from '#main/cache/transactions/query/statements.ts'
import { transactionColumns } from '#main/cache/transactions/rows/row.ts'
import type { Db } from '#main/sqlite/db.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'

/**
 * The same queries, each as one plain statement over the same file, with a query plan chosen by SQLite. The baseline for the
 * app.
 */
export function bareSql(db: Db) {
  const joins = `
    JOIN transaction_dimension d ON d.key = t.dimension JOIN transaction_account a ON a.key = t.account
    JOIN transaction_subject s ON s.key = d.subject JOIN transaction_category c ON c.key = d.category
    JOIN transaction_kind k ON k.key = d.kind LEFT JOIN transaction_currency y ON y.key = d.currency`
  function where(filter: TransactionFilter) {
    const compiled = compileFilter(filter)
    const keys = keyRangesOf(compiled.periods, false, null, 0).map(({ low, high }) => ({
      sql: 't.key >= ? AND t.key < ?',
      params: [low, high],
    }))
    const period = { sql: `(${keys.map(({ sql }) => sql).join(' OR ')})`, params: keys.flatMap(({ params }) => params) }
    return all([
      ...compiled.onDimension,
      ...compiled.onText,
      ...wordConditions(compiled.words),
      ...compiled.onRow,
      period,
    ])
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
      // The index of dimensions is the fastest way to the rows of an instrument; this join order makes SQLite use it.
      const from = filter.conditions.some(({ field, isNot }) => field === 'symbol' && !isNot)
        ? `transaction_subject s CROSS JOIN transaction_dimension d ON d.subject = s.key
           CROSS JOIN account_transaction t ON t.dimension = d.key`
        : `account_transaction t ${joins}`
      return db
        .prepare(
          `SELECT d.category, d.currency, count(*), sum(t.units >> 32), sum(t.units & 4294967295), sum(t.nanos)
           FROM ${from} WHERE ${sql} GROUP BY d.category, d.currency`,
        )
        .all(...params)
    },
  }
}
