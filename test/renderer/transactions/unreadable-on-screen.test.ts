import { expect, test } from 'vitest'
import type { HistoryCoverage } from '#shared/model/transaction/history.ts'
import { TransactionStore } from '../fixtures/transaction-store.ts'
import { transactionRow } from '../fixtures/transactions.ts'
import { mounted, press, show, until } from './transactions-screen.ts'

const day = 86_400_000
const start = Date.UTC(2026, 9, 20)
const at = start + day / 2
const coverage: HistoryCoverage = {
  ...{ accountId: '1900001', covered: [{ from: 0, to: start + 90 * day }], gaps: [], beginsAt: 0, isComplete: true },
  missing: null,
  unreadable: [{ from: at, to: at + 1, count: 1 }],
}
const answers = { 'transactions.coverage': () => [coverage] }
const empty = () => new TransactionStore([])

test('an empty day whose transaction could not be read says so, and another day does not', async () => {
  location.hash = `#/transactions?period=${start}..${start + day}`
  const { text } = await show(empty(), answers)
  expect(text()).toContain('No matching transactions')
  expect(text()).toContain('1 transaction of 20 Oct 2026 could not be read')
  await mounted.end()
  location.hash = `#/transactions?period=${start + day}..${start + 2 * day}`
  const { text: other } = await show(empty(), answers)
  expect(other()).toContain('No matching transactions')
  expect(other()).not.toContain('could not be read')
})

test('a transaction names its fields that could not be read', async () => {
  const row = transactionRow(1, at)
  const transaction = { ...row.transaction, trade: null, unreadable: ['name' as const, 'trade' as const] }
  await show(new TransactionStore([{ ...row, transaction }]))
  await press('Enter')
  await until(() => mounted.target.querySelector('aside') !== null)
  const detail = mounted.find('aside').textContent.replace(/\s+/g, ' ')
  expect(detail).toMatch(/Could not be read\s*Name, Trade/)
  expect(detail).not.toMatch(/Trade\s*none/)
})
