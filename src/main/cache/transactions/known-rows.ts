import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../../shared/model/transaction/transaction.ts'
import type { Db } from '../../sqlite/db.ts'
import type { Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { unpack, type Packed } from '../../threads/packed-rows.ts'
import { createCoverage, createProvisionalCoverage } from '../history/coverage.ts'
import { decodeTransaction, transactionColumns, transactionJoins } from './rows/row.ts'
import type { WholeInterval } from './writer.ts'

/** A few milliseconds of comparing: the main thread can do it. */
const maxRows = 200

/**
 * Most responses of a quiet account repeat rows that are stored: only their interval is new. Noting it here lets the thread
 * that writes rows end while nobody looks.
 */
export function createKnownRows(db: Db) {
  const coverage = createCoverage(db)
  const provisional = createProvisionalCoverage(db)
  const select = db.prepare<[string, string], Row>(
    `SELECT ${transactionColumns} FROM account_transaction t ${transactionJoins}
     WHERE t.account = (SELECT key FROM transaction_account WHERE account_id = ?) AND t.id = ?`,
  )

  const isStored = (accountId: string, transaction: Transaction): boolean => {
    const row = select.get(accountId, transaction.id)
    return row !== undefined && isDeepStrictEqual(decodeTransaction(row).transaction, transaction)
  }

  return {
    select,
    /**
     * Notes the interval of a response whose rows are all stored with this very content; `fetchedAt` in UTC ms. False, and
     * nothing is written: a row is new or different, or there are too many to compare here.
     */
    note(accountId: string, content: Packed<Transaction>, fetchedAt: number, interval: WholeInterval | null): boolean {
      if (content.count > maxRows) return false
      return transact(db, () => {
        if (!unpack(content).every((row) => isStored(accountId, row))) return false
        if (interval === null) return true
        const { from, to, received } = interval
        coverage.cover(accountId, from, to)
        if (received !== undefined) provisional.put(accountId, { from, to, received, readAt: fetchedAt })
        return true
      })
    },
  }
}
