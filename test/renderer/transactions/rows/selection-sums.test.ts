import { expect, test } from 'vitest'
import { sumSelection } from '#renderer/transactions/rows/selection-sums.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../fixtures/data.ts'
import { transactionRows } from '../../fixtures/transactions.ts'

const [sample] = transactionRows(1, 0)
const row = (change: { currency: string; amount: string } | null): TransactionRow => ({
  ...sample!,
  transaction: { ...sample!.transaction, change: change && { ...change, amount: dec(change.amount) } },
})

test('sums are exact and by currency; the average counts only rows with an amount in that currency', () => {
  const rows = [
    row({ currency: 'USD', amount: '10' }),
    row({ currency: 'RUB', amount: '0.1' }),
    row({ currency: 'RUB', amount: '0.2' }),
    row(null),
  ]
  expect(sumSelection(rows)).toEqual([
    { currency: 'RUB', count: 2, sum: '0.3', average: '0.15' },
    { currency: 'USD', count: 1, sum: '10', average: '10' },
  ])
})

test('an amount without a currency is not added to anything', () => {
  expect(sumSelection([row({ currency: '', amount: '5' })])).toEqual([])
})
