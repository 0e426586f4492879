import { AppError } from '../../shared/errors.ts'
import type { Transaction } from '../../shared/model/transaction.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { createCoverage, type Interval } from './coverage.ts'
import { createDictionary } from './dictionary.ts'
import { createMalformedRows } from './malformed.ts'
import { createKeyFinder } from './transaction-key.ts'
import {
  contentColumns,
  decodeTransaction,
  encodeTransaction,
  findFault,
  type StoredTransaction,
} from './transaction-row.ts'

interface StoreResult {
  readonly inserted: number
  /** Rows that were here and changed. */
  readonly updated: number
  /** Rows that cannot be kept; they are counted in the malformed rows. */
  readonly setAside: number
}

interface TransactionPage {
  /** Newest first. */
  readonly rows: readonly StoredTransaction[]
  /** What to pass as `before` for the page behind this one; null when there is none. */
  readonly next: string | null
}

/** `before` is a page's `next`; null begins with the newest. At most 1000 rows a page. */
interface PageRequest {
  readonly accountId: string | null
  readonly before: string | null
  readonly limit: number
}

export type Transactions = ReturnType<typeof createTransactions>

const endpoint = 'transactions'
const largestPage = 1000

/** All movements of all accounts. The table lies in time order, so that pages newest first need no sort. */
export function createTransactions(db: Db) {
  const coverage = createCoverage(db)
  const malformed = createMalformedRows(db)
  const beginAccounts = createDictionary(db, 'transaction_account', ['account_id'])
  const beginCategories = createDictionary(db, 'transaction_category', ['name'])
  const beginCurrencies = createDictionary(db, 'transaction_currency', ['code'])
  const beginSubjects = createDictionary(db, 'transaction_subject', ['name', 'symbol', 'category'])
  const beginKeys = createKeyFinder(db)

  const content = contentColumns.join(', ')
  const places = contentColumns.map(() => '?').join(', ')
  const find = db.prepare<[number, string], Row>(
    'SELECT key, at_ms FROM account_transaction WHERE account = ? AND id = ?',
  )
  const insert = db.prepare(
    `INSERT INTO account_transaction (key, account, id, ${content}, fetched_at) VALUES (?, ?, ?, ${places}, ?)`,
  )
  const update = db.prepare(
    `UPDATE account_transaction SET (key, ${content}, fetched_at) = (?, ${places}, ?)
     WHERE key = ? AND (${content}) IS NOT (${places})`,
  )
  const pages = {
    ofAll: db.prepare<[number, number], Row>(pageSql('')),
    ofOne: db.prepare<[string, number, number], Row>(
      pageSql('t.account = (SELECT key FROM transaction_account WHERE account_id = ?) AND'),
    ),
  }
  const countAll = db.prepare<[], number>('SELECT count(*) FROM account_transaction').pluck()
  const countOne = db
    .prepare<[string], number>(
      'SELECT count(*) FROM account_transaction WHERE account = (SELECT key FROM transaction_account WHERE account_id = ?)',
    )
    .pluck()

  /** Dedupes by (account, id) only, for twins with equal content are real. Must run inside a transaction. */
  const upsert = (accountId: string, transactions: readonly Transaction[], fetchedAt: number): StoreResult => {
    const account = beginAccounts()(accountId)
    const findKey = beginKeys()
    const dictionaries = { categoryOf: beginCategories(), currencyOf: beginCurrencies(), subjectOf: beginSubjects() }
    let inserted = 0
    let updated = 0
    let setAside = 0
    // In time order the rows go to the end of the table one behind another: twice as fast as newest first.
    for (const transaction of transactions.toSorted((a, b) => a.at - b.at)) {
      const fault = findFault(transaction)
      if (fault !== null) {
        malformed.note(endpoint, `transactions.*.${fault.path}`, fault.reason, fetchedAt)
        setAside += 1
        continue
      }
      const values = encodeTransaction(transaction, dictionaries)
      const known = find.get(account, transaction.id)
      if (known === undefined) {
        insert.run(findKey(transaction.at), account, transaction.id, ...values, fetchedAt)
        inserted += 1
      } else {
        const key = integer(known, 'key')
        const newKey = integer(known, 'at_ms') === transaction.at ? key : findKey(transaction.at)
        updated += update.run(newKey, ...values, fetchedAt, key, ...values).changes
      }
    }
    return { inserted, updated, setAside }
  }

  return {
    /** Keeps rows of any order; what changed is updated, what did not stays untouched. All or nothing. */
    upsert: (accountId: string, transactions: readonly Transaction[], fetchedAt: number): StoreResult =>
      transact(db, () => upsert(accountId, transactions, fetchedAt)),
    /**
     * Keeps rows, and in the same transaction that their interval was read whole (null: it was not), for coverage never
     * moves without its rows.
     */
    store: (
      accountId: string,
      transactions: readonly Transaction[],
      fetchedAt: number,
      interval: Interval | null,
    ): StoreResult =>
      transact(db, () => {
        const result = upsert(accountId, transactions, fetchedAt)
        if (interval !== null) coverage.cover(accountId, interval.from, interval.to)
        return result
      }),
    /** One page, newest first, of one account or of all. Throws AppError 'invalid' for a `before` that no page gave out. */
    page({ accountId, before, limit }: PageRequest): TransactionPage {
      const key = before === null ? Number.MAX_SAFE_INTEGER : parseCursor(before)
      const wanted = Math.min(largestPage, Math.max(1, Math.trunc(limit)))
      // One row more than wanted tells whether there is another page.
      const found = accountId === null ? pages.ofAll.all(key, wanted + 1) : pages.ofOne.all(accountId, key, wanted + 1)
      const shown = found.slice(0, wanted)
      const last = shown.at(-1)
      return {
        rows: shown.map(decodeTransaction),
        next: found.length > wanted && last !== undefined ? String(integer(last, 'key')) : null,
      }
    },
    /** Rows kept, of one account or of all; see `coverage` for what is not loaded yet. */
    count: (accountId: string | null): number => (accountId === null ? countAll.get() : countOne.get(accountId)) ?? 0,
  }
}

// CROSS JOIN keeps the order of the loops: the table first, from its newest end, then one look into each dictionary.
const pageSql = (filter: string): string =>
  `SELECT t.key, t.id, t.at_ms, t.at_text, t.nanos, CAST(t.units AS TEXT) AS units_text, t.change_quantity, t.has_trade,
          t.size, t.price, t.accrued_interest, t.fetched_at,
          a.account_id, c.name AS category_name, s.name, s.symbol, m.code AS currency_code
   FROM account_transaction t
   CROSS JOIN transaction_account a ON a.key = t.account
   CROSS JOIN transaction_category c ON c.key = t.category
   CROSS JOIN transaction_subject s ON s.key = t.subject
   LEFT JOIN transaction_currency m ON m.key = t.currency
   WHERE ${filter} t.key < ? ORDER BY t.key DESC LIMIT ?`

function parseCursor(before: string): number {
  const key = /^-?\d{1,16}$/.test(before) ? Number(before) : Number.NaN
  if (!Number.isSafeInteger(key))
    throw new AppError('invalid', 'This page of transactions does not exist. Start from the newest.')
  return key
}
