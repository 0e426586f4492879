import type { TransactionFacets } from '#shared/model/transaction/history.ts'
import { TransactionKind, type Transaction } from '#shared/model/transaction/transaction.ts'
import type { Db } from '../../sqlite/db.ts'
import { onlyWriter, type YieldingWriter } from '../../sqlite/write-priority.ts'
import { feedOf, type Packed } from '../../threads/packed-rows.ts'
import type { WholeInterval } from '../history/whole-interval.ts'
import { KindReview } from './kind-review.ts'
import type { KindWork } from './kind-work.ts'
import { createKnownRows } from './known-rows.ts'
import { createTransactionPages, type StoredPage } from './query/pages.ts'
import { asStated, decodeTransaction, type StoredTransaction } from './rows/row.ts'
import { TransactionWriter, type StoreResult } from './transaction-writer.ts'

/**
 * Reads the values of the stored rows from the roll-ups and the dictionaries, without reading rows. Empty values are
 * omitted.
 */
function createTransactionFacets(db: Db) {
  const inRollUp = (table: string, name: string, column: string) =>
    db
      .prepare<[], string>(
        `SELECT DISTINCT d.${name} FROM ${table} d
         WHERE d.${name} <> '' AND d.key IN (SELECT DISTINCT ${column} FROM transaction_month) ORDER BY 1`,
      )
      .pluck()
  const accounts = inRollUp('transaction_account', 'account_id', 'account')
  const categories = inRollUp('transaction_category', 'name', 'category')
  const kinds = inRollUp('transaction_kind', 'name', 'kind')
  const unknownCount = db
    .prepare<[], number | null>(
      `SELECT sum(row_count) FROM transaction_month
       WHERE kind = (SELECT key FROM transaction_kind WHERE name = 'unknown')`,
    )
    .pluck()
  const currencies = inRollUp('transaction_currency', 'code', 'currency')
  // Jumps from one market to the next in the index: there are few markets, with many subjects.
  const mics = db
    .prepare<[], string>(
      `WITH RECURSIVE market (mic) AS (
         SELECT min(mic) FROM transaction_subject WHERE mic > ''
         UNION ALL
         SELECT (SELECT min(s.mic) FROM transaction_subject s WHERE s.mic > market.mic) FROM market WHERE mic IS NOT NULL)
       SELECT mic FROM market WHERE mic IS NOT NULL`,
    )
    .pluck()
  return (): TransactionFacets => {
    const found = new Set(kinds.all())
    return {
      accounts: accounts.all(),
      kinds: TransactionKind.options.filter((kind) => found.has(kind)),
      unknownCount: unknownCount.get() ?? 0,
      categories: categories.all(),
      currencies: currencies.all(),
      mics: mics.all(),
    }
  }
}

/** `before` is a page's `next`; null starts with the newest row. */
interface RecentRequest {
  readonly accountId: string | null
  readonly before: string | null
  readonly limit: number
}

export type Transactions = ReturnType<typeof createTransactions>

/** Rows per database transaction. It takes a few milliseconds, so that others can write between two transactions. */
const usualChunkRows = 200

const nothingStored: StoreResult = { inserted: 0, updated: 0, setAside: 0 }

/**
 * Stores rows (`fetchedAt` in UTC ms) and, with the last row, the interval that was read completely; null if it was
 * not.
 */
export type StoreHistory = (
  accountId: string,
  content: Packed<Transaction>,
  fetchedAt: number,
  interval: WholeInterval | null,
) => Promise<StoreResult>

/** Deletes rows of an account by their ids, with all that is derived from them. */
export type RemoveRows = (accountId: string, ids: readonly string[]) => Promise<void>

/** The work that a thread does for the main thread. */
interface TransactionWork {
  readonly store: StoreHistory
  readonly remove: RemoveRows
  readonly kinds: KindWork
}

/**
 * The transactions of all accounts. The table is in time order, so that pages need no sort. `worker` stores rows in a
 * thread. In that thread, `priority` shows whether another connection wants to write.
 */
export function createTransactions(
  db: Db,
  worker: TransactionWork | null = null,
  chunkRows: number = usualChunkRows,
  priority: YieldingWriter = onlyWriter,
) {
  const known = createKnownRows(db)
  const store = worker === null ? storeHere(db, chunkRows, priority) : storeUnknown(worker.store, known.note)
  const pages = createTransactionPages(db)

  const countAll = db.prepare<[], number>('SELECT count(*) FROM account_transaction').pluck()
  const countOne = db
    .prepare<[string], number>(
      `SELECT coalesce(sum(row_count), 0) FROM transaction_month
       WHERE account = (SELECT key FROM transaction_account WHERE account_id = ?)`,
    )
    .pluck()

  return {
    /**
     * Stores rows in small transactions; other tasks run between them. The last one also stores the interval that was
     * read completely (null: none), because coverage never changes without its rows.
     */
    store,
    /** Deletes rows that the service no longer sends. */
    remove: worker?.remove ?? removeHere(db),
    /** Finds kinds again and stores the user's choices. */
    kinds: worker?.kinds ?? reviewHere(db, priority),
    /** Null if there is no such row. */
    get(accountId: string, id: string): StoredTransaction | null {
      const row = known.select.get(accountId, id)
      return row === undefined ? null : decodeTransaction(row)
    },
    /** A row as the service states it, without an assumed currency. Null if there is no such row. */
    stated(accountId: string, id: string): Transaction | null {
      const row = known.select.get(accountId, id)
      return row === undefined ? null : asStated(decodeTransaction(row))
    },
    /** Pages of a filter; see `createTransactionPages`. */
    pages,
    /** The newest rows of one account, or of all accounts (null), page by page. */
    page({ accountId, before, limit }: RecentRequest): StoredPage {
      const conditions = accountId === null ? [] : [{ field: 'account' as const, values: [accountId], isNot: false }]
      const request = { filter: { conditions, text: '' }, direction: 'newest' as const, after: before, limit }
      return pages.page(request, 'unbounded') ?? { rows: [], next: null }
    },
    facets: createTransactionFacets(db),
    /** The number of stored rows of one account, or of all accounts (null). `coverage` shows what is not loaded yet. */
    count: (accountId: string | null): number => (accountId === null ? countAll.get() : countOne.get(accountId)) ?? 0,
  }
}

/** Stores rows in the thread of the caller, in small transactions. */
function storeHere(db: Db, chunkRows: number, priority: YieldingWriter): StoreHistory {
  const writer = new TransactionWriter(db)
  return async (accountId, content, fetchedAt, interval) => {
    const feed = feedOf(content)
    let result: StoreResult = nothingStored
    do {
      const stored = writer.write(accountId, feed, fetchedAt, interval, {
        maxRows: chunkRows,
        mustEnd: priority.isWanted,
      })
      result = {
        inserted: result.inserted + stored.inserted,
        updated: result.updated + stored.updated,
        setAside: result.setAside + stored.setAside,
      }
      if (feed.left > 0) await new Promise((resolve) => setImmediate(resolve))
    } while (feed.left > 0)
    return result
  }
}

/**
 * Stores new and changed rows in the thread, and all responses that arrive while it writes: responses must be stored in
 * their order.
 */
function storeUnknown(storeInThread: StoreHistory, note: ReturnType<typeof createKnownRows>['note']): StoreHistory {
  let pendingWrites = 0
  return async (...response) => {
    if (pendingWrites === 0 && note(...response)) return nothingStored
    pendingWrites += 1
    try {
      return await storeInThread(...response)
    } finally {
      pendingWrites -= 1
    }
  }
}

function removeHere(db: Db): RemoveRows {
  const writer = new TransactionWriter(db)
  return async (accountId, ids) => {
    writer.remove(accountId, ids)
    await Promise.resolve()
  }
}

/** The review in the thread of the caller. */
function reviewHere(db: Db, priority: YieldingWriter): KindWork {
  const review = new KindReview(db, priority)
  return {
    begin: async (choices, groups) => review.begin(choices, groups),
    step: async () => review.step(),
    choose: async (target, kind) => review.choose(target, kind),
    group: async (groups) => review.group(groups),
  }
}
