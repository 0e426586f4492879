import { expect, test } from 'vitest'
import { day } from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { TransactionStore } from '../fixtures/transaction-store.ts'
import { transactionRow, transactionRows } from '../fixtures/transactions.ts'
import { failing } from '../fixtures/transport.ts'
import { click, grid, mounted, now, press, show, until } from './transactions-screen.ts'

test('new rows appear at the top; while rows are selected, a button shows them', async () => {
  const { store, transport, text } = await show()
  store.add(transactionRow(5000, now + day))
  transport.emit('transactions.changed', { accountId: '1900001' })
  await until(() => mounted.find('[aria-rowindex="2"]').textContent.includes('2 Nov 2026'))
  await press(' ')
  store.add(transactionRow(5001, now + 2 * day), transactionRow(5002, now + 2 * day))
  transport.emit('transactions.changed', { accountId: '1900001' })
  await until(() => text().includes('2 new rows · show'))
  expect(mounted.find('[aria-rowindex="2"]').textContent).toContain('2 Nov 2026')
  await click('2 new rows · show')
  expect(mounted.find('[aria-rowindex="2"]').textContent).toContain('3 Nov 2026')
})

test('the open row keeps its position when new rows arrive', async () => {
  const { store, transport, text, find } = await show()
  await press('Enter')
  store.add(transactionRow(5000, now + day))
  transport.emit('transactions.changed', { accountId: '1900001' })
  await until(() => text().includes('1 new row · show'))
  expect(find('[aria-rowindex="2"]').textContent).toContain('13 Oct 2026')
  expect(find('aside').textContent).toContain('t899')
})

test('totals are marked as partial while the history is not completely loaded', async () => {
  const { text } = await show(undefined, {
    'transactions.coverage': () => [
      {
        accountId: '1900001',
        covered: [{ from: now - 30 * day, to: fixtureNow }],
        gaps: [],
        beginsAt: null,
        unreadable: [],
        missing: null,
        isComplete: false,
      },
    ],
  })
  expect(text()).toContain('loaded part only')
  expect(text()).toContain('1900001: loaded since 2 Oct 2026, older transactions are not loaded yet')
})

test('while no account is loaded, the number of transactions is unknown, not zero', async () => {
  const { text } = await show(new TransactionStore([]), { 'accounts.list': () => [] })
  expect(text()).toContain('— transactions')
  expect(text()).not.toContain('0 transactions')
})

test('rows are shown before the totals are calculated', async () => {
  let answer: (() => void) | undefined
  const store = new TransactionStore(transactionRows(900, now))
  const { text } = await show(store, {
    'transactions.totals': ({ filter }) => new Promise((resolve) => (answer = () => resolve(store.totals(filter)))),
  })
  expect(text()).toContain('… transactions')
  expect(grid().textContent).toContain('13 Oct 2026')
  answer?.()
  await mounted.settle()
  expect(text()).toContain('900 transactions')
})

test('no match, no transactions and a failed read have different messages', async () => {
  location.hash = '#/transactions?q=zzz'
  await show()
  expect(mounted.text()).toContain('No matching transactions')
  await click('Clear the filter')
  expect(mounted.text()).toContain('900 transactions')
  await mounted.end()
  location.hash = '#/transactions'
  localStorage.clear()
  await show(new TransactionStore([]))
  expect(mounted.text()).toContain('No transactions yet')
  await mounted.end()
  await show(undefined, { 'transactions.page': failing('internal', 'The cache cannot be read.') })
  expect(mounted.text()).toContain('Could not load the transactions')
})
