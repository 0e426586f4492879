import { TransactionKind } from '../../../shared/model/transaction/kind.ts'
import type { TransactionFacets } from '../../../shared/model/transaction/history.ts'
import type { Db } from '../../sqlite/db.ts'

/** The values that occur in stored rows, from the roll-up and the dictionaries without reading a row. Empty values are left out. */
export function createTransactionFacets(db: Db) {
  const inRollUp = (table: string, name: string, column: string) =>
    db
      .prepare<[], string>(
        `SELECT d.${name} FROM ${table} d
         WHERE d.${name} <> '' AND d.key IN (SELECT DISTINCT ${column} FROM transaction_month) ORDER BY 1`,
      )
      .pluck()
  const accounts = inRollUp('transaction_account', 'account_id', 'account')
  const categories = inRollUp('transaction_category', 'name', 'category')
  const kinds = inRollUp('transaction_kind', 'name', 'kind')
  const unknownCount = db
    .prepare<[], number | null>(
      `SELECT sum(row_count) FROM transaction_month
       WHERE kind = (SELECT key FROM transaction_kind WHERE name = 'unknown')`,
    )
    .pluck()
  const currencies = inRollUp('transaction_currency', 'code', 'currency')
  // Steps from one market to the next in the index: markets are few, their subjects many.
  const mics = db
    .prepare<[], string>(
      `WITH RECURSIVE market (mic) AS (
         SELECT min(mic) FROM transaction_subject WHERE mic > ''
         UNION ALL
         SELECT (SELECT min(s.mic) FROM transaction_subject s WHERE s.mic > market.mic) FROM market WHERE mic IS NOT NULL)
       SELECT mic FROM market WHERE mic IS NOT NULL`,
    )
    .pluck()
  return (): TransactionFacets => {
    const found = new Set(kinds.all())
    return {
      accounts: accounts.all(),
      kinds: TransactionKind.options.filter((kind) => found.has(kind)),
      unknownCount: unknownCount.get() ?? 0,
      categories: categories.all(),
      currencies: currencies.all(),
      mics: mics.all(),
    }
  }
}
