import type { Db } from '../../../sqlite/db.ts'
import { dayOf, monthOf } from '../rows/utc-calendar.ts'
import { transactionSums, type GroupSums } from './exact-sums.ts'

/** The changes of one transaction. */
export type RollUp = ReturnType<ReturnType<typeof createRollUp>>

/** Where a row counts. `currency` is 0 for a row without money. */
export interface RollUpPlace {
  readonly account: number
  readonly atMs: number
  readonly category: number
  readonly kind: number
  readonly currency: number
}

interface Entry {
  readonly account: number
  readonly time: number
  readonly category: number
  readonly kind: number
  readonly currency: number
  readonly sums: GroupSums
}

/** Sums by account, day (and month), category, kind and currency, kept in the same transaction as their rows. */
export function createRollUp(db: Db) {
  const write = (table: string, time: string) =>
    db.prepare<number[]>(
      `INSERT INTO ${table} (account, ${time}, category, kind, currency, row_count, units_high, units_low, nanos)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET
         row_count = row_count + excluded.row_count, units_high = units_high + excluded.units_high,
         units_low = units_low + excluded.units_low, nanos = nanos + excluded.nanos`,
    )
  const sweep = (table: string, time: string) =>
    db.prepare<number[]>(
      `DELETE FROM ${table}
       WHERE account = ? AND ${time} = ? AND category = ? AND kind = ? AND currency = ? AND row_count = 0`,
    )
  const levels = [
    { timeOf: (day: number) => day, write: write('transaction_day', 'day'), sweep: sweep('transaction_day', 'day') },
    { timeOf: monthOf, write: write('transaction_month', 'month'), sweep: sweep('transaction_month', 'month') },
  ]

  /** Starts the changes of one transaction; `write` stores them. */
  return function start() {
    const days = new Map<string, Entry>()
    return {
      /** Adds a row (`sign` 1) or takes one out (-1). */
      add({ account, atMs, category, kind, currency }: RollUpPlace, row: GroupSums, sign: 1 | -1): void {
        const time = dayOf(atMs)
        const name = `${account} ${time} ${category} ${kind} ${currency}`
        const entry = days.get(name) ?? { account, time, category, kind, currency, sums: transactionSums() }
        days.set(name, entry)
        entry.sums.count += sign * row.count
        entry.sums.high += sign * row.high
        entry.sums.low += sign * row.low
        entry.sums.nanos += sign * row.nanos
      },
      write(): void {
        for (const { timeOf, write, sweep } of levels) {
          for (const { account, time, category, kind, currency, sums } of days.values()) {
            const { count, high, low, nanos } = sums
            const place = [account, timeOf(time), category, kind, currency]
            write.run(...place, count, high, low, nanos)
            if (count <= 0) sweep.run(...place)
          }
        }
      },
    }
  }
}
