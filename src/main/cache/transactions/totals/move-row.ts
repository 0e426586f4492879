import type { Db } from '../../../sqlite/db.ts'
import type { GroupSums } from './exact-sums.ts'
import type { RollUp } from './roll-ups.ts'

/** A stored row as far as its move changes sums. */
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

/** Moves a row to the dimension of its new kind. The roll-up is changed too, so that sums by kind stay exact. Call inside a transaction. */
export function createRowMover(db: Db) {
  const setDimension = db.prepare<[number, number]>('UPDATE account_transaction SET dimension = ? WHERE key = ?')
  return (row: MovedRow, from: Place, to: Place, rollUp: RollUp): void => {
    setDimension.run(to.dimension, row.key)
    if (from.kind === to.kind) return
    rollUp.add({ ...from, account: row.account, atMs: row.atMs }, row.sums, -1)
    rollUp.add({ ...to, account: row.account, atMs: row.atMs }, row.sums, 1)
  }
}
