import type { Db } from '../../sqlite/db.ts'
import { integer, type Row } from '../../sqlite/row.ts'

/** Rows of a dimension that have changed since the last replay. */
export interface LedgerChange {
  readonly dimension: number
  /** UTC ms of the oldest changed row. */
  readonly fromMs: number
  /** The number of recorded changes. If it is different later, more changes were recorded. */
  readonly changeCount: number
}

/** The changes that a replay must process. A change is recorded in the transaction that changes the rows. */
export function createLedgerChanges(db: Db) {
  const note = db.prepare<[number, number]>(
    `INSERT INTO ledger_change (dimension, from_ms, change_count) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET from_ms = min(from_ms, excluded.from_ms), change_count = change_count + 1`,
  )
  const list = db.prepare<[], Row>('SELECT dimension, from_ms, change_count FROM ledger_change')
  const isEmpty = db.prepare<[], number>('SELECT NOT EXISTS (SELECT 1 FROM ledger_change)').pluck()
  const settle = db.prepare<[number, number]>('DELETE FROM ledger_change WHERE dimension = ? AND change_count = ?')
  const hasBegun = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM ledger_basis)').pluck()
  return {
    /**
     * Records new rows: the time (UTC ms) of the oldest new row of each dimension. Call inside the transaction of the
     * rows. Before the first replay nothing is recorded: the replay reads all rows, and the first download of a history
     * stays fast.
     */
    note(oldest: ReadonlyMap<number, number>): void {
      if (oldest.size === 0 || hasBegun.get() !== 1) return
      for (const [dimension, fromMs] of oldest) note.run(dimension, fromMs)
    },
    isEmpty: (): boolean => isEmpty.get() === 1,
    list: (): LedgerChange[] =>
      list.all().map((row) => ({
        dimension: integer(row, 'dimension'),
        fromMs: integer(row, 'from_ms'),
        changeCount: integer(row, 'change_count'),
      })),
    /** Deletes replayed changes, except those that were recorded again meanwhile. */
    settle(changes: readonly LedgerChange[]): void {
      for (const { dimension, changeCount } of changes) settle.run(dimension, changeCount)
    },
  }
}
