import type { Db } from '../../sqlite/db.ts'
import { text, type Row } from '../../sqlite/row.ts'

/** The money of all rows of an account by currency, exact: from the sums by month that are kept with the rows. */
export function createLedgerCash(db: Db) {
  // As text: a float does not hold these sums.
  const select = db.prepare<[number], Row>(
    `SELECT c.code AS currency, CAST(sum(m.units_high) AS TEXT) AS high, CAST(sum(m.units_low) AS TEXT) AS low,
            CAST(sum(m.nanos) AS TEXT) AS nanos
     FROM transaction_month m JOIN transaction_currency c ON c.key = m.currency
     WHERE m.account = ? GROUP BY m.currency ORDER BY c.code`,
  )
  return {
    /** Billionths by currency. */
    nanosOf: (account: number): ReadonlyMap<string, bigint> =>
      new Map(
        select.all(account).map((row) => {
          const units = (BigInt(text(row, 'high')) << 32n) + BigInt(text(row, 'low'))
          return [text(row, 'currency'), units * 1_000_000_000n + BigInt(text(row, 'nanos'))]
        }),
      ),
  }
}
