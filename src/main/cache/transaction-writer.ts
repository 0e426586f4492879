import type { Transaction } from '../../shared/model/transaction.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, integerOrNull, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import type { RowFeed } from '../threads/packed.ts'
import { splitAmount } from './amount.ts'
import { createCoverageDoubts } from './coverage-doubts.ts'
import { createCoverage, type Interval } from './coverage.ts'
import { createKindRows } from './kind-rows.ts'
import { createMalformedRows } from './malformed.ts'
import { createRollUp } from './roll-up.ts'
import { sumsOf } from './sums.ts'
import { createKeyFinder } from './transaction-key.ts'
import { createKinds } from './transaction-kinds.ts'
import { contentColumns, encodeTransaction, findFault } from './transaction-row.ts'

export interface StoreResult {
  readonly inserted: number
  /** Rows that were here and changed. */
  readonly updated: number
  /** Rows that cannot be kept; they are counted in the malformed rows. */
  readonly setAside: number
}

/** An interval that was read whole. */
export interface WholeInterval extends Interval {
  /** Rows of its answer, where nothing but their number says that it is whole. */
  readonly received?: number | undefined
}

/** What ends a transaction before the last row. */
interface WriteEnd {
  readonly mostRows: number
  readonly mustEnd: () => boolean
}

const endpoint = 'transactions'
/** Rows after which it is asked whether to end early: less than a millisecond. */
const rowsBetween = 32

/** Rows of one account, written with all that is kept beside them. */
export function createTransactionWriter(db: Db) {
  const coverage = createCoverage(db)
  const doubts = createCoverageDoubts(db)
  const malformed = createMalformedRows(db)
  const kinds = createKinds(db)
  const kindRows = createKindRows(db)
  const beginKeys = createKeyFinder(db)
  const beginRollUp = createRollUp(db)

  const content = contentColumns.join(', ')
  const places = contentColumns.map(() => '?').join(', ')
  const find = db.prepare<[number, string], Row>(
    `SELECT key, at_ms, kind, units >> 32 AS high, units & 4294967295 AS low, nanos
     FROM account_transaction WHERE account = ? AND id = ?`,
  )
  const insert = db.prepare(
    `INSERT INTO account_transaction (key, account, id, ${content}, fetched_at) VALUES (?, ?, ?, ${places}, ?)`,
  )
  const update = db.prepare(
    `UPDATE account_transaction SET (key, ${content}, fetched_at) = (?, ${places}, ?)
     WHERE key = ? AND (${content}) IS NOT (${places})`,
  )

  /** Dedupes by (account, id) only, for twins with equal content are real. Must run inside a transaction. */
  function upsert(accountId: string, feed: RowFeed<Transaction>, fetchedAt: number, { mostRows, mustEnd }: WriteEnd) {
    const account = kinds.accountOf(accountId)
    const findKey = beginKeys()
    const rollUp = beginRollUp()
    const result = { inserted: 0, updated: 0, setAside: 0 }
    for (let taken = 0; taken < mostRows && feed.left > 0; taken++) {
      if (taken % rowsBetween === rowsBetween - 1 && mustEnd()) break
      const transaction = feed.take()
      const parts = transaction.change === null ? null : splitAmount(transaction.change.amount)
      const fault = findFault(transaction, parts)
      if (fault !== null) {
        malformed.note(endpoint, `transactions.*.${fault.path}`, fault.reason, fetchedAt)
        result.setAside += 1
        continue
      }
      const kind = kinds.kindOf(account, transaction)
      const values = encodeTransaction(transaction, kind.kind, parts)
      const place = { account, atMs: transaction.at, category: kind.category, currency: kind.currency }
      const known = find.get(account, transaction.id)
      if (known === undefined) {
        const key = findKey(transaction.at)
        insert.run(key, account, transaction.id, ...values, fetchedAt)
        kindRows.add(kind.kind, key)
        rollUp.add(place, sumsOf(parts), 1)
        result.inserted += 1
        continue
      }
      const key = integer(known, 'key')
      const newKey = integer(known, 'at_ms') === transaction.at ? key : findKey(transaction.at)
      if (update.run(newKey, ...values, fetchedAt, key, ...values).changes === 0) continue
      const old = kinds.get(integer(known, 'kind'))
      if (newKey !== key || kind.kind !== old.kind) {
        kindRows.remove(old.kind, key)
        kindRows.add(kind.kind, newKey)
      }
      const [high, low, nanos] = ['high', 'low', 'nanos'].map((column) => integerOrNull(known, column) ?? 0)
      const before = { count: 1, high: high ?? 0, low: low ?? 0, nanos: nanos ?? 0 }
      rollUp.add({ ...old, account, atMs: integer(known, 'at_ms') }, before, -1)
      rollUp.add(place, sumsOf(parts), 1)
      result.updated += 1
    }
    rollUp.write()
    kindRows.settle(result.inserted + result.updated)
    return result
  }

  /**
   * Keeps rows (best in the order of time: they go to the end of the table one behind another) and, with the last of them,
   * that their interval was read whole. In one transaction, which may end before the last row: the feed has the
   * rest then. After a failure it lacks what was taken back: the answer is to be read again.
   */
  return function write(
    accountId: string,
    feed: RowFeed<Transaction>,
    fetchedAt: number,
    interval: WholeInterval | null,
    end: WriteEnd,
  ): StoreResult {
    try {
      return transact(db, () => {
        const result = upsert(accountId, feed, fetchedAt, end)
        if (interval === null || feed.left > 0) return result
        const { from, to, received } = interval
        coverage.cover(accountId, from, to)
        if (received !== undefined) doubts.put(accountId, { from, to, received, readAt: fetchedAt })
        return result
      })
    } catch (error) {
      kinds.forget()
      throw error
    }
  }
}
