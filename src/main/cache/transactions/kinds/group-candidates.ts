import type { Db } from '#main/sqlite/db.ts'
import { integer, type Row } from '#main/sqlite/row.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { firstKeyAt } from '../rows/time-key.ts'

/** Rows without a symbol are compared over this time before and after a row. */
export const nearMs = 45 * dayMs
/** Rows of all symbols are compared over this time before and after a row. */
export const besideMs = 2 * minuteMs

/** The first and the last time (UTC ms) of changed rows, by symbol. */
export class ChangedTimes {
  readonly times = new Map<string, [first: number, last: number]>()

  note({ symbol, at }: { readonly symbol: string; readonly at: number }): void {
    const known = this.times.get(symbol)
    if (known === undefined) {
      this.times.set(symbol, [at, at])
      return
    }
    known[0] = Math.min(known[0], at)
    known[1] = Math.max(known[1], at)
  }
}

/** A stored row that may be one event with rows beside it. */
export interface Candidate {
  readonly account: number
  readonly key: number
}

export type GroupCandidates = ReturnType<typeof createGroupCandidates>

/**
 * The rows that may be one event with the rows beside them. A row that is stored or changed makes those near it due: they
 * are compared again. Call all functions inside the transaction of the rows.
 */
export function createGroupCandidates(db: Db) {
  const insert = db.prepare<[number, string, number]>(
    'INSERT INTO transaction_group_candidate VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET is_due = 1',
  )
  const due = 'UPDATE transaction_group_candidate SET is_due = 1 WHERE is_due = 0 AND'
  const markSymbolIn = db.prepare<[number, string, number, number]>(
    `${due} account = ? AND symbol = ? AND key >= ? AND key < ?`,
  )
  const markBeside = db.prepare<[number, number, number]>(
    `${due.replace('candidate', 'candidate INDEXED BY transaction_group_candidate_by_key')} account = ? AND key >= ? AND key < ?`,
  )
  const markSymbol = db.prepare<[string]>(`${due} account IN (SELECT key FROM transaction_account) AND symbol = ?`)
  const hasSettled = db
    .prepare<[number], number>(
      'SELECT EXISTS (SELECT 1 FROM transaction_group_candidate WHERE is_due = 0 AND account = ?)',
    )
    .pluck()
  const selectNext = db.prepare<[], Row>(
    'SELECT account, key FROM transaction_group_candidate WHERE is_due = 1 LIMIT 1',
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM transaction_group_candidate WHERE is_due = 1').pluck()
  const end = db.prepare<[number, number, number]>(
    'UPDATE transaction_group_candidate SET is_due = 0 WHERE is_due = ? AND account = ? AND key = ?',
  )
  const remove = db.prepare<[number, number, number]>(
    'DELETE FROM transaction_group_candidate WHERE is_due = ? AND account = ? AND key = ?',
  )

  const isCandidate = db.prepare<[number, number], number>(
    'SELECT 1 FROM transaction_group_candidate WHERE is_due IN (0, 1) AND account = ? AND key = ?',
  )
  const addGrouped = db.prepare<[number, number, number]>(
    `INSERT INTO transaction_group_candidate
     SELECT t.account, s.symbol, t.key, 1 FROM account_transaction t
     CROSS JOIN transaction_dimension d ON d.key = t.dimension
     CROSS JOIN transaction_subject s ON s.key = d.subject
     WHERE t.account = ? AND t.key >= ? AND t.key < ? AND (t.moved_pieces IS NOT NULL OR d.rule = 'neighbours')
     ON CONFLICT DO UPDATE SET is_due = 1`,
  )

  return {
    /** Adds a row, which is then due. */
    add: (account: number, symbol: string, key: number): void => void insert.run(account, symbol, key),
    /** Marks the candidates near rows of one account: their first and last time (UTC ms) by symbol. */
    markNear(account: number, changed: ReadonlyMap<string, readonly [first: number, last: number]>): void {
      if (changed.size === 0 || hasSettled.get(account) !== 1) return
      let [from, to] = [Infinity, -Infinity]
      for (const [symbol, [first, last]] of changed) {
        // The pieces held at any later time depend on a row with a symbol.
        const [start, end] = symbol === '' ? [first - nearMs, last + nearMs] : [-Infinity, Infinity]
        markSymbolIn.run(account, symbol, firstKeyAt(start), firstKeyAt(end))
        from = Math.min(from, first)
        to = Math.max(to, last)
      }
      markBeside.run(account, firstKeyAt(from - 2 * besideMs), firstKeyAt(to + 2 * besideMs))
    },
    /**
     * Call when the content of a row changes: what it was one event with may be alone now. `isGrouped`: the rows beside it
     * have decided its kind; `atMs` is its earlier time (UTC ms), `key` its earlier key.
     */
    releaseNear(account: number, key: number, atMs: number, isGrouped: boolean): void {
      if (!isGrouped && isCandidate.get(account, key) === undefined) return
      const [from, to] = [firstKeyAt(atMs - nearMs), firstKeyAt(atMs + nearMs)]
      addGrouped.run(account, from, to)
      markBeside.run(account, from, to)
    },
    /** Call when corporate events of an instrument have changed. */
    markSymbol: (symbol: string): void => void markSymbol.run(symbol),
    next(): Candidate | null {
      const row = selectNext.get()
      return row === undefined ? null : { account: integer(row, 'account'), key: integer(row, 'key') }
    },
    /** The number of candidates that are due. */
    count: (): number => count.get() ?? 0,
    /** The comparison of a candidate has ended; `isLasting`: it stays a candidate. */
    end({ account, key }: Candidate, isLasting: boolean): void {
      if (isLasting) end.run(1, account, key)
      else remove.run(1, account, key)
    },
  }
}
