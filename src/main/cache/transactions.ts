import type { Transaction } from '../../shared/model/transaction.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, integerOrNull, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { splitAmount } from './amount.ts'
import { createCoverage, type Interval } from './coverage.ts'
import { createMalformedRows } from './malformed.ts'
import { createRollUp } from './roll-up.ts'
import { sumsOf } from './sums.ts'
import { createKeyFinder } from './transaction-key.ts'
import { createKinds } from './transaction-kinds.ts'
import { createTransactionFacets } from './transaction-facets.ts'
import { createTransactionPages, type StoredPage } from './transaction-pages.ts'
import {
  contentColumns,
  decodeTransaction,
  encodeTransaction,
  findFault,
  transactionColumns,
  transactionJoins,
  type StoredTransaction,
} from './transaction-row.ts'

export interface StoreResult {
  readonly inserted: number
  /** Rows that were here and changed. */
  readonly updated: number
  /** Rows that cannot be kept; they are counted in the malformed rows. */
  readonly setAside: number
}

/** `before` is a page's `next`; null begins with the newest. */
interface RecentRequest {
  readonly accountId: string | null
  readonly before: string | null
  readonly limit: number
}

export type Transactions = ReturnType<typeof createTransactions>

const endpoint = 'transactions'
/** Rows a transaction: a few milliseconds, so that others get to write in between. */
const usualChunkRows = 200

/** Keeps rows and, with the last of them, that their interval was read whole (null: it was not). */
export type StoreHistory = (
  accountId: string,
  transactions: readonly Transaction[],
  fetchedAt: number,
  interval: Interval | null,
) => Promise<StoreResult>

/** The movements of all accounts. The table lies in time order, so that pages need no sort. `elsewhere` stores in a thread. */
export function createTransactions(db: Db, elsewhere: StoreHistory | null = null, chunkRows: number = usualChunkRows) {
  const coverage = createCoverage(db)
  const malformed = createMalformedRows(db)
  const kinds = createKinds(db)
  const beginKeys = createKeyFinder(db)
  const beginRollUp = createRollUp(db)
  const pages = createTransactionPages(db)

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
  const countAll = db.prepare<[], number>('SELECT count(*) FROM account_transaction').pluck()
  const countOne = db
    .prepare<[string], number>(
      `SELECT coalesce(sum(row_count), 0) FROM transaction_month
       WHERE account = (SELECT key FROM transaction_account WHERE account_id = ?)`,
    )
    .pluck()

  const selectOne = db.prepare<[string, string], Row>(
    `SELECT ${transactionColumns} FROM account_transaction t ${transactionJoins}
     WHERE t.account = (SELECT key FROM transaction_account WHERE account_id = ?) AND t.id = ?`,
  )

  /** Dedupes by (account, id) only, for twins with equal content are real. Must run inside a transaction. */
  function upsert(accountId: string, sorted: readonly Transaction[], fetchedAt: number): StoreResult {
    const account = kinds.accountOf(accountId)
    const findKey = beginKeys()
    const rollUp = beginRollUp()
    let inserted = 0
    let updated = 0
    let setAside = 0
    for (const transaction of sorted) {
      const fault = findFault(transaction)
      if (fault !== null) {
        malformed.note(endpoint, `transactions.*.${fault.path}`, fault.reason, fetchedAt)
        setAside += 1
        continue
      }
      const parts = transaction.change === null ? null : splitAmount(transaction.change.amount)
      const kind = kinds.kindOf(account, transaction)
      const values = encodeTransaction(transaction, kind.kind, parts)
      const place = { account, atMs: transaction.at, category: kind.category, currency: kind.currency }
      const known = find.get(account, transaction.id)
      if (known === undefined) {
        insert.run(findKey(transaction.at), account, transaction.id, ...values, fetchedAt)
        rollUp.add(place, sumsOf(parts), 1)
        inserted += 1
        continue
      }
      const key = integer(known, 'key')
      const newKey = integer(known, 'at_ms') === transaction.at ? key : findKey(transaction.at)
      if (update.run(newKey, ...values, fetchedAt, key, ...values).changes === 0) continue
      const { category, currency } = kinds.get(integer(known, 'kind'))
      const [high, low, nanos] = ['high', 'low', 'nanos'].map((column) => integerOrNull(known, column) ?? 0)
      const before = { count: 1, high: high ?? 0, low: low ?? 0, nanos: nanos ?? 0 }
      rollUp.add({ account, atMs: integer(known, 'at_ms'), category, currency }, before, -1)
      rollUp.add(place, sumsOf(parts), 1)
      updated += 1
    }
    rollUp.write()
    return { inserted, updated, setAside }
  }

  function write(accountId: string, sorted: readonly Transaction[], fetchedAt: number, interval: Interval | null) {
    try {
      return transact(db, () => {
        const result = upsert(accountId, sorted, fetchedAt)
        if (interval !== null) coverage.cover(accountId, interval.from, interval.to)
        return result
      })
    } catch (error) {
      kinds.forget()
      throw error
    }
  }

  // In time order the rows go to the end of the table one behind another: twice as fast as newest first.
  const sort = (transactions: readonly Transaction[]) => transactions.toSorted((a, b) => a.at - b.at)

  async function store(
    accountId: string,
    transactions: readonly Transaction[],
    fetchedAt: number,
    interval: Interval | null,
  ): Promise<StoreResult> {
    const sorted = sort(transactions)
    let result: StoreResult = { inserted: 0, updated: 0, setAside: 0 }
    for (let start = 0; start === 0 || start < sorted.length; start += chunkRows) {
      if (start > 0) await new Promise((resolve) => setImmediate(resolve))
      const isLast = start + chunkRows >= sorted.length
      const chunk = sorted.slice(start, start + chunkRows)
      const { inserted, updated, setAside } = write(accountId, chunk, fetchedAt, isLast ? interval : null)
      result = {
        inserted: result.inserted + inserted,
        updated: result.updated + updated,
        setAside: result.setAside + setAside,
      }
    }
    return result
  }

  return {
    /** Keeps rows of any order; what changed is updated, what did not stays untouched. All or nothing. */
    upsert: (accountId: string, transactions: readonly Transaction[], fetchedAt: number): StoreResult =>
      write(accountId, sort(transactions), fetchedAt, null),
    /**
     * Keeps rows in small transactions that let others run in between, and in the last one that their interval was read
     * whole (null: it was not), for coverage never moves without its rows.
     */
    store: elsewhere ?? store,
    /** Null when there is no such row. */
    get(accountId: string, id: string): StoredTransaction | null {
      const row = selectOne.get(accountId, id)
      return row === undefined ? null : decodeTransaction(row)
    },
    /** Pages of a filter; see `createTransactionPages`. */
    pages,
    /** The newest rows of one account (null: of all), a page behind another. */
    page({ accountId, before, limit }: RecentRequest): StoredPage {
      const conditions = accountId === null ? [] : [{ field: 'account' as const, values: [accountId], isNot: false }]
      const request = { filter: { conditions, text: '' }, direction: 'newest' as const, after: before, limit }
      return pages.page(request, 'unbounded') ?? { rows: [], next: null }
    },
    facets: createTransactionFacets(db),
    /** Rows kept, of one account or of all; see `coverage` for what is not loaded yet. */
    count: (accountId: string | null): number => (accountId === null ? countAll.get() : countOne.get(accountId)) ?? 0,
  }
}
