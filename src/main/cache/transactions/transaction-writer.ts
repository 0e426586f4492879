import { isChanged } from '#shared/model/transaction/changed-content.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, integerOrNull, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import type { RowFeed } from '../../threads/packed-rows.ts'
import { createWholeIntervals, type WholeInterval } from '../history/whole-interval.ts'
import { createLedgerChanges } from '../ledger/changes.ts'
import { createMalformedRows } from '../tables/malformed-rows.ts'
import { createChangedRows } from './changed-rows.ts'
import { isSameButKind, type Dimension } from './dictionary/dimension.ts'
import { Dimensions } from './dictionary/dimensions.ts'
import { createAssumedCurrency } from './dictionary/unstated-currency.ts'
import { ChangedTimes, createGroupCandidates } from './kinds/group-candidates.ts'
import { highOfUnits, lowOfUnits, splitAmount, sumsOf, type GroupSums } from './rows/amount.ts'
import { withFormerFields } from './rows/former-fields.ts'
import {
  asStated,
  contentColumns,
  decodeTransaction,
  encodeTransaction,
  findFault,
  transactionColumns,
  transactionJoins,
} from './rows/row.ts'
import { createKeyFinder } from './rows/time-key.ts'
import { createRollUp, type RollUp, createRowMover } from './totals/roll-ups.ts'

export interface StoreResult {
  readonly inserted: number
  /** Stored rows whose content changed. */
  readonly updated: number
  /** Rows that cannot be stored; they are counted in the malformed rows. */
  readonly setAside: number
}

/** The limits at which a transaction ends before the last row. */
interface WriteLimit {
  readonly maxRows: number
  readonly mustEnd: () => boolean
}

const endpoint = 'transactions'
/** Rows between two calls of `mustEnd`; they take less than a millisecond. */
const rowsBetweenChecks = 32

const content = contentColumns.join(', ')
const places = contentColumns.map(() => '?').join(', ')

/** Writes rows of one account with all derived data: dimensions, roll-ups, coverage and changes for the ledger. */
export class TransactionWriter {
  readonly #db: Db
  readonly #putInterval
  readonly #malformed
  readonly #ledger
  readonly #dimensions: Dimensions
  readonly #candidates
  readonly #assumeCurrency
  readonly #startKeys
  readonly #startRollUp
  readonly #find
  readonly #findFormer
  readonly #findOther
  readonly #insert
  readonly #update
  readonly #remove
  readonly #changed
  readonly #moveRow

  constructor(db: Db) {
    this.#db = db
    this.#putInterval = createWholeIntervals(db)
    this.#malformed = createMalformedRows(db)
    this.#ledger = createLedgerChanges(db)
    this.#dimensions = new Dimensions(db)
    this.#candidates = createGroupCandidates(db)
    this.#assumeCurrency = createAssumedCurrency(db)
    this.#changed = createChangedRows(db)
    this.#startKeys = createKeyFinder(db)
    this.#startRollUp = createRollUp(db)
    this.#moveRow = createRowMover(db)
    this.#find = db.prepare<[number, string], Row>(
      `SELECT key, at_ms, dimension, ${highOfUnits('units')} AS high, ${lowOfUnits('units')} AS low, nanos
       FROM account_transaction WHERE account = ? AND id = ?`,
    )
    this.#findFormer = db.prepare<[number, string], Row>(
      `SELECT ${transactionColumns} FROM account_transaction t ${transactionJoins} WHERE t.account = ? AND t.id = ?`,
    )
    this.#insert = db.prepare(
      `INSERT INTO account_transaction (key, account, id, ${content}, fetched_at) VALUES (?, ?, ?, ${places}, ?)`,
    )
    this.#findOther = db.prepare<unknown[], Row>(
      `SELECT ${transactionColumns} FROM account_transaction t ${transactionJoins}
       WHERE t.key = ? AND (${content}) IS NOT (${places})`,
    )
    this.#update = db.prepare(
      `UPDATE account_transaction SET (key, ${content}, fetched_at) = (?, ${places}, ?) WHERE key = ?`,
    )
    this.#remove = db.prepare<[number]>('DELETE FROM account_transaction WHERE key = ?')
  }

  /**
   * Stores rows and, with the last row, the interval that was read completely. Rows in time order are stored fastest,
   * because they are added at the end of the table. This is one transaction. If it ends before the last row, the feed
   * still has the rest. After a failure the feed has lost the rows that were rolled back: the response must be read
   * again.
   */
  write(
    accountId: string,
    feed: RowFeed<Transaction>,
    fetchedAt: number,
    interval: WholeInterval | null,
    limit: WriteLimit,
  ): StoreResult {
    try {
      return transact(this.#db, () => {
        const result = this.#upsert(accountId, feed, fetchedAt, limit)
        if (interval !== null && feed.left === 0) this.#putInterval(accountId, interval, fetchedAt)
        return result
      })
    } catch (error) {
      this.#dimensions.forget()
      throw error
    }
  }

  /** Account and id identify a row: two rows with equal content are two real transactions. */
  #upsert(accountId: string, feed: RowFeed<Transaction>, fetchedAt: number, limit: WriteLimit): StoreResult {
    const account = this.#dimensions.begin(accountId)
    const findKey = this.#startKeys()
    const rollUp = this.#startRollUp()
    /** The time of the oldest new row of each dimension. Triggers record changed rows. */
    const oldest = new Map<number, number>()
    const changed = new ChangedTimes()
    const result = { inserted: 0, updated: 0, setAside: 0 }
    for (let taken = 0; taken < limit.maxRows && feed.left > 0; taken++) {
      if (taken % rowsBetweenChecks === rowsBetweenChecks - 1 && limit.mustEnd()) break
      const transaction = this.#withFormer(account.key, feed.take())
      const parts = transaction.change === null ? null : splitAmount(transaction.change.amount)
      const fault = findFault(transaction, parts)
      if (fault !== null) {
        this.#malformed.note(endpoint, `transactions.*.${fault.path}`, fault.reason, fetchedAt)
        result.setAside += 1
        continue
      }
      const known = this.#find.get(account.key, transaction.id)
      const stored = known === undefined ? null : this.#dimensions.get(integer(known, 'dimension'))
      const besideKind = stored?.besideKind ?? null
      const dimension = this.#dimensions.dimensionOf(account, transaction, parts, besideKind)
      const values = encodeTransaction(transaction, dimension.dimension, parts)
      const group = { ...dimension, account: account.key, atMs: transaction.at }
      if (known === undefined || stored === null) {
        const key = findKey(transaction.at)
        this.#insert.run(key, account.key, transaction.id, ...values, fetchedAt)
        if (dimension.isCandidate) this.#candidates.add(account.key, transaction.symbol, key)
        changed.note(transaction)
        rollUp.add(group, sumsOf(parts), 1)
        oldest.set(dimension.dimension, Math.min(oldest.get(dimension.dimension) ?? Infinity, transaction.at))
        result.inserted += 1
        continue
      }
      const key = integer(known, 'key')
      const oldAt = integer(known, 'at_ms')
      const old = this.#changeKind(known, stored, dimension, { rollUp, account: account.key })
      const newKey = oldAt === transaction.at ? key : findKey(transaction.at)
      const other = this.#findOther.get(key, ...values)
      if (other === undefined) continue
      const former = asStated(decodeTransaction(other))
      if (isChanged(former, transaction)) this.#changed.note(accountId, former, fetchedAt)
      this.#update.run(newKey, ...values, fetchedAt, key)
      this.#candidates.releaseNear(account.key, key, oldAt, besideKind !== null)
      this.#candidates.add(account.key, transaction.symbol, newKey)
      changed.note(transaction)
      rollUp.add({ ...old, account: account.key, atMs: oldAt }, readSums(known), -1)
      rollUp.add(group, sumsOf(parts), 1)
      result.updated += 1
    }
    this.#candidates.markNear(account.key, changed.times)
    rollUp.write()
    this.#ledger.note(oldest)
    this.#assumeCurrency(accountId)
    return result
  }

  /** Deletes rows of an account, by their ids, with all that is derived from them. Ids without a row are ignored. */
  remove(accountId: string, ids: readonly string[]): void {
    try {
      transact(this.#db, () => this.#removeRows(accountId, ids))
    } catch (error) {
      this.#dimensions.forget()
      throw error
    }
  }

  #removeRows(accountId: string, ids: readonly string[]): void {
    const account = this.#dimensions.begin(accountId).key
    const rollUp = this.#startRollUp()
    const changed = new ChangedTimes()
    for (const id of ids) {
      const known = this.#find.get(account, id)
      const former = this.#findFormer.get(account, id)
      if (known === undefined || former === undefined) continue
      const [key, atMs] = [integer(known, 'key'), integer(known, 'at_ms')]
      const stored = this.#dimensions.get(integer(known, 'dimension'))
      this.#candidates.releaseNear(account, key, atMs, stored.besideKind !== null)
      this.#remove.run(key)
      changed.note(decodeTransaction(former).transaction)
      rollUp.add({ ...stored, account, atMs }, readSums(known), -1)
    }
    this.#candidates.markNear(account, changed.times)
    rollUp.write()
    this.#assumeCurrency(accountId)
  }

  #withFormer(account: number, row: Transaction): Transaction {
    if (row.unreadable === undefined) return row
    const former = this.#findFormer.get(account, row.id)
    return former === undefined ? row : withFormerFields(row, asStated(decodeTransaction(former)))
  }

  /** Moves a stored row if only its kind differs, without a new `fetched_at`. Returns its dimension. */
  #changeKind(
    known: Row,
    old: Dimension,
    dimension: Dimension,
    { rollUp, account }: { rollUp: RollUp; account: number },
  ): Dimension {
    if (old.dimension === dimension.dimension || !isSameButKind(old, dimension)) return old
    const row = { key: integer(known, 'key'), account, atMs: integer(known, 'at_ms'), sums: readSums(known) }
    this.#moveRow(row, old, dimension, rollUp)
    return dimension
  }
}

/** The sums of one stored row; a row without money adds 0. */
const readSums = (row: Row): GroupSums => ({
  count: 1,
  high: integerOrNull(row, 'high') ?? 0,
  low: integerOrNull(row, 'low') ?? 0,
  nanos: integerOrNull(row, 'nanos') ?? 0,
})
