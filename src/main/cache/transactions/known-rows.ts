import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import type { Db } from '../../sqlite/db.ts'
import type { Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { unpack, type Packed } from '../../threads/packed-rows.ts'
import { createWholeIntervals, type WholeInterval } from '../history/whole-interval.ts'
import { withFormerFields } from './rows/former-fields.ts'
import { asStated, decodeTransaction, transactionColumns, transactionJoins } from './rows/row.ts'

/** The maximum number of rows that the main thread compares. It takes a few milliseconds. */
const maxRows = 200

/**
 * Most responses of an inactive account contain only stored rows, so only their interval is new. The main thread stores
 * it, so that the writing thread can stay stopped.
 */
export function createKnownRows(db: Db) {
  const putInterval = createWholeIntervals(db)
  const select = db.prepare<[string, string], Row>(
    `SELECT ${transactionColumns} FROM account_transaction t ${transactionJoins}
     WHERE t.account = (SELECT key FROM transaction_account WHERE account_id = ?) AND t.id = ?`,
  )

  const isStored = (accountId: string, transaction: Transaction): boolean => {
    const row = select.get(accountId, transaction.id)
    if (row === undefined) return false
    const stored = asStated(decodeTransaction(row))
    return isDeepStrictEqual(stored, withFormerFields(transaction, stored))
  }

  return {
    select,
    /**
     * Stores the interval of a response if all its rows are stored with the same content; `fetchedAt` is UTC ms.
     * Otherwise, or if there are too many rows to compare, it writes nothing and returns false.
     */
    note(accountId: string, content: Packed<Transaction>, fetchedAt: number, interval: WholeInterval | null): boolean {
      if (content.count > maxRows) return false
      return transact(db, () => {
        if (!unpack(content).every((row) => isStored(accountId, row))) return false
        if (interval !== null) putInterval(accountId, interval, fetchedAt)
        return true
      })
    },
  }
}
