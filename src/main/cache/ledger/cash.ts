import { dayMs } from '../../../shared/durations.ts'
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
  const selectBefore = db.prepare<[number, number, number, number, number], Row>(
    `SELECT c.code AS currency, CAST(sum(m.units_high) AS TEXT) AS high, CAST(sum(m.units_low) AS TEXT) AS low,
            CAST(sum(m.nanos) AS TEXT) AS nanos
     FROM (SELECT currency, units_high, units_low, nanos FROM transaction_month WHERE account = ? AND month < ?
           UNION ALL
           SELECT currency, units_high, units_low, nanos FROM transaction_day
           WHERE account = ? AND day >= ? AND day < ?) m
     JOIN transaction_currency c ON c.key = m.currency GROUP BY m.currency ORDER BY c.code`,
  )
  return {
    /** Billionths by currency of the rows before a UTC day (its start, ms). */
    nanosBefore(account: number, startMs: number): ReadonlyMap<string, bigint> {
      const date = new Date(startMs)
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
      const monthStart = Date.UTC(year, month, 1) / dayMs
      return readNanos(selectBefore.all(account, year * 12 + month, account, monthStart, startMs / dayMs))
    },
    /** Billionths by currency. */
    nanosOf: (account: number): ReadonlyMap<string, bigint> => readNanos(select.all(account)),
  }
}

const readNanos = (rows: readonly Row[]): ReadonlyMap<string, bigint> =>
  new Map(
    rows.map((row) => {
      const units = (BigInt(text(row, 'high')) << 32n) + BigInt(text(row, 'low'))
      return [text(row, 'currency'), units * 1_000_000_000n + BigInt(text(row, 'nanos'))]
    }),
  )
