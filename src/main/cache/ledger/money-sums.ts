import { dayMs } from '#shared/durations.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { Db } from '../../sqlite/db.ts'
import { text, type Row, integer } from '../../sqlite/row.ts'
import { readKind } from '../transactions/rows/row.ts'
import { firstMsOf, monthOf } from '../transactions/rows/time-key.ts'

/** Exact sums of the money of all rows of an account by currency, from the stored sums by month and day. */
export function createLedgerCash(db: Db) {
  // As text, because a float cannot represent these sums exactly.
  const select = db.prepare<[number], Row>(
    `SELECT c.code AS currency, CAST(sum(m.units_high) AS TEXT) AS high, CAST(sum(m.units_low) AS TEXT) AS low,
            CAST(sum(m.nanos) AS TEXT) AS nanos
     FROM transaction_month m JOIN transaction_currency c ON c.key = m.currency
     WHERE m.account = ? GROUP BY c.code ORDER BY c.code`,
  )
  const selectBefore = db.prepare<[number, number, number, number, number], Row>(
    `SELECT c.code AS currency, CAST(sum(m.units_high) AS TEXT) AS high, CAST(sum(m.units_low) AS TEXT) AS low,
            CAST(sum(m.nanos) AS TEXT) AS nanos
     FROM (SELECT currency, units_high, units_low, nanos FROM transaction_month WHERE account = ? AND month < ?
           UNION ALL
           SELECT currency, units_high, units_low, nanos FROM transaction_day
           WHERE account = ? AND day >= ? AND day < ?) m
     JOIN transaction_currency c ON c.key = m.currency GROUP BY c.code ORDER BY c.code`,
  )
  return {
    /** The sums in billionths, by currency, of the rows before the UTC day that starts at `startMs` (UTC ms). */
    nanosBefore(account: number, startMs: number): ReadonlyMap<string, bigint> {
      const date = new Date(startMs)
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
      const monthStart = Date.UTC(year, month, 1) / dayMs
      return readNanos(selectBefore.all(account, year * 12 + month, account, monthStart, startMs / dayMs))
    },
    /** The sums in billionths, by currency. */
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

/** Money of rows of one kind in one currency, in units of 10⁻¹⁸. */
export interface KindSum {
  readonly kind: TransactionKind
  readonly currency: string
  readonly amount: bigint
}

/** Money of a UTC day (counted from 1970) in one currency, in units of 10⁻¹⁸. */
interface DaySum {
  readonly day: number
  readonly currency: string
  readonly amount: bigint
}

/** Units of 10⁻¹⁸ in a billionth. */
const unitsInNano = 1_000_000_000n

// As text, because a float cannot represent these sums exactly.
const sums = `CAST(sum(r.units_high) AS TEXT) AS high, CAST(sum(r.units_low) AS TEXT) AS low, CAST(sum(r.nanos) AS TEXT) AS nanos`
const accountsAre = 'r.account IN (SELECT value FROM json_each(?))'

/** Exact sums of money over whole UTC days, from the stored sums by day and month. */
export class MoneySums {
  readonly #months
  readonly #days
  readonly #daily

  constructor(db: Db) {
    const byKind = (time: 'day' | 'month') =>
      db.prepare<[number, number, string], Row>(
        `SELECT k.name AS kind, c.code AS currency, ${sums} FROM transaction_${time} r
         CROSS JOIN transaction_kind k ON k.key = r.kind CROSS JOIN transaction_currency c ON c.key = r.currency
         WHERE r.${time} >= ? AND r.${time} < ? AND ${accountsAre} GROUP BY r.kind, r.currency`,
      )
    this.#months = byKind('month')
    this.#days = byKind('day')
    this.#daily = db.prepare<[number, number, string], Row>(
      `SELECT r.day, c.code AS currency, ${sums} FROM transaction_day r CROSS JOIN transaction_currency c ON c.key = r.currency
       WHERE r.day >= ? AND r.day < ? AND ${accountsAre} GROUP BY r.day, c.code ORDER BY r.day`,
    )
  }

  /**
   * Sums by kind and currency from `fromDay` to `toDay` (exclusive), in UTC days since 1970. The same kind and currency
   * may appear several times.
   */
  byKind(accounts: readonly number[], fromDay: number, toDay: number): KindSum[] {
    const keys = JSON.stringify(accounts)
    const firstMonth = isFirstOfMonth(fromDay) ? monthOf(fromDay) : monthOf(fromDay) + 1
    const endMonth = monthOf(toDay)
    const rows =
      firstMonth >= endMonth
        ? this.#days.all(fromDay, toDay, keys)
        : [
            ...this.#days.all(fromDay, firstDayOf(firstMonth), keys),
            ...this.#months.all(firstMonth, endMonth, keys),
            ...this.#days.all(firstDayOf(endMonth), toDay, keys),
          ]
    return rows.map((row) => ({ kind: readKind(row, 'kind'), currency: text(row, 'currency'), amount: amountOf(row) }))
  }

  /** Sums of each day with rows from `fromDay` to `toDay` (exclusive), ascending. */
  daily(accounts: readonly number[], fromDay: number, toDay: number): DaySum[] {
    return this.#daily.all(fromDay, toDay, JSON.stringify(accounts)).map((row) => ({
      day: integer(row, 'day'),
      currency: text(row, 'currency'),
      amount: amountOf(row),
    }))
  }
}

const amountOf = (row: Row): bigint =>
  (((BigInt(text(row, 'high')) << 32n) + BigInt(text(row, 'low'))) * unitsInNano + BigInt(text(row, 'nanos'))) *
  unitsInNano
const isFirstOfMonth = (day: number): boolean => new Date(day * dayMs).getUTCDate() === 1
const firstDayOf = (month: number): number => firstMsOf(month) / dayMs
