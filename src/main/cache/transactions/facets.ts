import type { TransactionFacets } from '../../shared/model/transaction-history.ts'
import type { Db } from '../sqlite/db.ts'

/** What occurs in the rows that are here, by the roll-up and the dictionary: no row is read. Empty values are no choice. */
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
  const currencies = inRollUp('transaction_currency', 'code', 'currency')
  // From one market to the next in the index: they are few, their subjects many.
  const mics = db
    .prepare<[], string>(
      `WITH RECURSIVE market (mic) AS (
         SELECT min(mic) FROM transaction_subject WHERE mic > ''
         UNION ALL
         SELECT (SELECT min(s.mic) FROM transaction_subject s WHERE s.mic > market.mic) FROM market WHERE mic IS NOT NULL)
       SELECT mic FROM market WHERE mic IS NOT NULL`,
    )
    .pluck()
  return (): TransactionFacets => ({
    accounts: accounts.all(),
    categories: categories.all(),
    currencies: currencies.all(),
    mics: mics.all(),
  })
}
