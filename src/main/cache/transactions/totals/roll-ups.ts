import type { Db } from '#main/sqlite/db.ts'
import { emptySums, type GroupSums } from '../rows/amount.ts'
import { dayOf, monthOf } from '../rows/time-key.ts'

/** The changes of the sums in one database transaction. */
export type RollUp = ReturnType<ReturnType<typeof createRollUp>>

/** The group in whose sums a row counts. `currency` is 0 for a row without money. */
interface RollUpPlace {
  readonly account: number
  readonly atMs: number
  readonly category: number
  readonly kind: number
  readonly currency: number
}

/** The group of an entry; `time` is a day or a month. */
interface EntryPlace extends Omit<RollUpPlace, 'atMs'> {
  readonly time: number
}

interface Entry extends EntryPlace {
  readonly sums: GroupSums
}

/** One table of sums. */
function createLevel(db: Db, time: 'day' | 'month') {
  const write = db.prepare<number[]>(
    `INSERT INTO transaction_${time} (account, ${time}, category, kind, currency, row_count, units_high, units_low, nanos)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET
       row_count = row_count + excluded.row_count, units_high = units_high + excluded.units_high,
       units_low = units_low + excluded.units_low, nanos = nanos + excluded.nanos`,
  )
  const sweep = db.prepare<number[]>(
    `DELETE FROM transaction_${time}
     WHERE account = ? AND ${time} = ? AND category = ? AND kind = ? AND currency = ? AND row_count = 0`,
  )
  return {
    store(entries: Iterable<Entry>): void {
      for (const { account, time, category, kind, currency, sums } of entries) {
        write.run(account, time, category, kind, currency, sums.count, sums.high, sums.low, sums.nanos)
        if (sums.count <= 0) sweep.run(account, time, category, kind, currency)
      }
    },
  }
}

/** Sums by account, day (and month), category, kind and currency, written in the same transaction as their rows. */
export function createRollUp(db: Db) {
  const day = createLevel(db, 'day')
  const month = createLevel(db, 'month')

  /** Starts the changes of one transaction. `write` stores them. */
  return function start() {
    const days = new Map<string, Entry>()
    return {
      /** Adds a row (`sign` 1) or takes one out (-1). */
      add({ account, atMs, category, kind, currency }: RollUpPlace, row: GroupSums, sign: 1 | -1): void {
        addEntry(days, { account, time: dayOf(atMs), category, kind, currency }, row, sign)
      },
      write(): void {
        // The rows of a transaction are close in time: they have few months.
        const months = new Map<string, Entry>()
        for (const { sums, ...place } of days.values())
          addEntry(months, { ...place, time: monthOf(place.time) }, sums, 1)
        day.store(days.values())
        month.store(months.values())
      },
    }
  }
}

function addEntry(entries: Map<string, Entry>, place: EntryPlace, added: GroupSums, sign: 1 | -1): void {
  const name = `${place.account} ${place.time} ${place.category} ${place.kind} ${place.currency}`
  let entry = entries.get(name)
  if (entry === undefined) entries.set(name, (entry = { ...place, sums: emptySums() }))
  entry.sums.count += sign * added.count
  entry.sums.high += sign * added.high
  entry.sums.low += sign * added.low
  entry.sums.nanos += sign * added.nanos
}

/** The values of a stored row that are needed to move it. */
interface MovedRow {
  readonly key: number
  readonly account: number
  /** UTC ms. */
  readonly atMs: number
  readonly sums: GroupSums
}

/** The dimension that a row leaves or enters, by the keys of the dictionaries. */
interface Place {
  readonly dimension: number
  readonly category: number
  readonly kind: number
  readonly currency: number
}

/**
 * Moves a row to the dimension of its new kind or currency. The roll-up changes too, so that sums by kind stay exact. Call inside a
 * transaction.
 */
export function createRowMover(db: Db) {
  const setDimension = db.prepare<[number, number]>('UPDATE account_transaction SET dimension = ? WHERE key = ?')
  return (row: MovedRow, from: Place, to: Place, rollUp: RollUp): void => {
    setDimension.run(to.dimension, row.key)
    if (from.kind === to.kind && from.currency === to.currency) return
    rollUp.add({ ...from, account: row.account, atMs: row.atMs }, row.sums, -1)
    rollUp.add({ ...to, account: row.account, atMs: row.atMs }, row.sums, 1)
  }
}
