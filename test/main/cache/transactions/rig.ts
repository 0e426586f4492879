import { expect } from 'vitest'
import { KindReview } from '#main/cache/transactions/kind-review.ts'
import { TransactionWriter } from '#main/cache/transactions/transaction-writer.ts'
import { createTransactions, type Transactions } from '#main/cache/transactions/transactions.ts'
import type { Db } from '#main/sqlite/db.ts'
import { feedOf, pack } from '#main/threads/packed-rows.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'

/** A Monday morning. */
export const base = Date.UTC(2026, 2, 2, 9)

/** The transactions of a cache, with a function that stores all rows in one transaction; the app stores them in small ones. */
export function openTransactions(db: Db) {
  const writer = new TransactionWriter(db)
  return {
    ...createTransactions(db),
    upsert: (accountId: string, rows: readonly Transaction[], fetchedAt: number) =>
      writer.write(accountId, feedOf(pack(rows)), fetchedAt, null, { maxRows: Infinity, mustEnd: () => false }),
  }
}

/** Reviews all kinds that are due; returns the number of steps. */
export function finishReview(db: Db, maxRows?: number): number {
  const review = new KindReview(db)
  for (let steps = 1; steps <= 10_000; steps++) if (review.step(maxRows).left === 0) return steps
  throw new Error('the review does not end')
}

/** Reads every row by keyset pages; the number of pages is bounded. */
export function readAll(transactions: Transactions, accountId: string | null, limit: number): Transaction[] {
  const rows: Transaction[] = []
  let before: string | null = null
  for (let pageIndex = 0; pageIndex < 10_000; pageIndex++) {
    const rowPage = transactions.page({ accountId, before, limit })
    expect(rowPage.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...rowPage.rows.map((row) => row.transaction))
    if (rowPage.next === null) return rows
    before = rowPage.next
  }
  throw new Error('the pages do not end')
}
