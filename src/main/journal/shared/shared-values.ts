import type { Db } from '../../sqlite/db.ts'
import { flag, integer, text, type Row } from '../../sqlite/row.ts'

export const valueKinds = ['equity', 'margin', 'quote'] as const
export type ValueKind = (typeof valueKinds)[number]

/** A value that a computer recorded: unchanged from `at` until `until` (UTC ms). */
export interface SharedValue {
  readonly kind: ValueKind
  /** The account, or the symbol of a price. */
  readonly key: string
  readonly at: number
  readonly until: number
  readonly followsGap: boolean
  /** The columns of its kind as JSON text. */
  readonly value: string
}

/** The recorded values of all computers by kind, key, time and computer; this one's are those that it has shared. */
export class SharedValues {
  readonly #sql

  constructor(db: Db) {
    this.#sql = {
      add: db.prepare<[string, string, number, string, number, string, number]>(
        `INSERT INTO shared_value (kind, key, at, computer, until, value, follows_gap) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (kind, key, at, computer) DO NOTHING`,
      ),
      select: db.prepare<[string, string, number, number, string], Row>(
        `SELECT kind, key, at, until, value, follows_gap FROM shared_value
         WHERE kind = ? AND key = ? AND at < ? AND until >= ? AND computer <> ? ORDER BY at, computer`,
      ),
      count: db.prepare<[string], Row>('SELECT count(*) AS total FROM shared_value WHERE computer <> ?'),
    }
  }

  /** A value that is known already changes nothing. Call inside a transaction. */
  add(computer: string, values: readonly SharedValue[]): number {
    let added = 0
    for (const { kind, key, at, until, value, followsGap } of values)
      added += this.#sql.add.run(kind, key, at, computer, until, value, followsGap ? 1 : 0).changes
    return added
  }

  /** What others than `own` recorded from `from` to `to` (UTC ms, exclusive), oldest first. */
  ofOthers(own: string, kind: ValueKind, key: string, from: number, to: number): SharedValue[] {
    return this.#sql.select.all(kind, key, to, from, own).map((row) => ({
      ...{ kind, key, at: integer(row, 'at'), until: integer(row, 'until') },
      ...{ followsGap: flag(row, 'follows_gap'), value: text(row, 'value') },
    }))
  }

  countOfOthers(own: string): number {
    return integer(this.#sql.count.get(own) ?? {}, 'total')
  }
}
