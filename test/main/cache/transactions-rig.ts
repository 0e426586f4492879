import { expect } from 'vitest'
import { createTransactionWriter } from '../../../src/main/cache/transaction-writer.ts'
import { createTransactions, type Transactions } from '../../../src/main/cache/transactions.ts'
import type { Db } from '../../../src/main/sqlite/db.ts'
import { feedOf, pack } from '../../../src/main/threads/packed.ts'
import type { Transaction } from '../../../src/shared/model/transaction.ts'

/** Some Monday morning. */
export const base = Date.UTC(2026, 2, 2, 9)

/** With a way to keep rows at once: the app always takes its time. */
export function openTransactions(db: Db) {
  const write = createTransactionWriter(db)
  return {
    ...createTransactions(db),
    upsert: (accountId: string, rows: readonly Transaction[], fetchedAt: number) =>
      write(accountId, feedOf(pack(rows)), fetchedAt, null, { mostRows: Infinity, mustEnd: () => false }),
  }
}

/** Every row by keyset pages; bounded. */
export function readAll(transactions: Transactions, accountId: string | null, limit: number): Transaction[] {
  const rows: Transaction[] = []
  let before: string | null = null
  for (let page = 0; page < 10_000; page++) {
    const answer = transactions.page({ accountId, before, limit })
    expect(answer.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...answer.rows.map((row) => row.transaction))
    if (answer.next === null) return rows
    before = answer.next
  }
  throw new Error('the pages do not end')
}
