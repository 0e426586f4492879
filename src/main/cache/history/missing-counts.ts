import type { Db } from '../../sqlite/db.ts'
import { integer, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import type { Interval } from './coverage.ts'

/** An interval in which very many stored rows are missing: only their number is kept. Times in UTC ms. */
export interface MissingCount extends Interval {
  readonly count: number
  /** When the interval is read again. */
  readonly dueAt: number
}

/** The intervals whose last complete response lacked very many stored rows. Those of an account are disjoint. */
export function createMissingCounts(db: Db) {
  const selectKey = db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck()
  const isEmpty = db.prepare<[], number>('SELECT NOT EXISTS (SELECT 1 FROM missing_count)').pluck()
  const select = db.prepare<[string], Row>(
    `SELECT c.* FROM missing_count c JOIN transaction_account a ON a.key = c.account
     WHERE a.account_id = ? ORDER BY c.from_ms`,
  )
  const remove = db.prepare<[number, number]>('DELETE FROM missing_count WHERE account = ? AND from_ms = ?')
  const put = db.prepare<[number, number, number, number, number]>(
    'INSERT OR REPLACE INTO missing_count VALUES (?, ?, ?, ?, ?)',
  )
  const list = (accountId: string): MissingCount[] =>
    select.all(accountId).map((row) => ({
      from: integer(row, 'from_ms'),
      to: integer(row, 'to_ms'),
      count: integer(row, 'row_count'),
      dueAt: integer(row, 'due_at'),
    }))
  return {
    isEmpty: (): boolean => isEmpty.get() === 1,
    /** Oldest first. */
    list,
    /**
     * Replaces what is known of an interval by its last complete response; null: it lacks none, or they are noted one by one. Of
     * an interval that reaches beyond, as many rows may be missing in the rest as `storedIn` counts there.
     */
    replace: (
      accountId: string,
      { from, to }: Interval,
      found: Pick<MissingCount, 'count' | 'dueAt'> | null,
      storedIn: (accountId: string, rest: Interval) => number,
    ): void =>
      transact(db, () => {
        const account = selectKey.get(accountId)
        if (account === undefined) return
        const before = list(accountId)
        for (const known of before.filter((each) => each.from < to && each.to > from)) {
          remove.run(account, known.from)
          const cut = (rest: Interval): number =>
            rest.from < rest.to ? Math.min(known.count, storedIn(accountId, rest)) : 0
          const [older, newer] = [cut({ from: known.from, to: from }), cut({ from: to, to: known.to })]
          // The last days move on with each reading: what is left of them joins the interval before it.
          const joined = older > 0 ? before.find((each) => each.to === known.from) : undefined
          if (older > 0)
            put.run(
              account,
              joined?.from ?? known.from,
              from,
              older + (joined?.count ?? 0),
              joined?.dueAt ?? known.dueAt,
            )
          if (newer > 0) put.run(account, to, known.to, newer, known.dueAt)
        }
        if (found !== null && found.count > 0) put.run(account, from, to, found.count, found.dueAt)
      }),
    /** Delays the next reading of an interval. */
    delay: (accountId: string, { from, to, count }: MissingCount, dueAt: number): void =>
      transact(db, () => {
        const account = selectKey.get(accountId)
        if (account !== undefined) put.run(account, from, to, count, dueAt)
      }),
  }
}
