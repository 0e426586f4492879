import type { LostRow } from '#shared/model/transaction/transaction.ts'
import type { Db } from '../../sqlite/db.ts'
import { createCoverage, createProvisionalCoverage, type Interval } from './coverage.ts'
import { createUnreadableRows } from './unreadable-rows.ts'

/** An interval that was read completely. */
export interface WholeInterval extends Interval {
  /** The number of rows of its response, if only this number shows that the response is complete. */
  readonly received?: number | undefined
  /** Its rows that could not be read. */
  readonly lost?: readonly LostRow[] | undefined
}

/**
 * Stores that an interval of an account was read completely; `readAt` is UTC ms. Call it in the database transaction that
 * stores the last row of the interval, because coverage never changes without its rows.
 */
export function createWholeIntervals(db: Db): (accountId: string, interval: WholeInterval, readAt: number) => void {
  const coverage = createCoverage(db)
  const provisional = createProvisionalCoverage(db)
  const unreadable = createUnreadableRows(db)
  return (accountId, { from, to, received, lost = [] }, readAt) => {
    coverage.cover(accountId, from, to)
    if (received !== undefined) provisional.put(accountId, { from, to, received, readAt })
    unreadable.replace(accountId, { from, to }, lost)
  }
}
