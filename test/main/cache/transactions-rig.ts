import { expect } from 'vitest'
import type { Transactions } from '../../../src/main/cache/transactions.ts'
import type { Transaction } from '../../../src/shared/model/transaction.ts'

/** Some Monday morning. */
export const base = Date.UTC(2026, 2, 2, 9)
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
