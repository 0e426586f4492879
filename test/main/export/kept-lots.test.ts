import { expect, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { bookingTables } from '#main/export/performance-csv/bookings.ts'
import { dayMs } from '#shared/durations.ts'
import type { Transaction, TransactionKind } from '#shared/model/transaction/transaction.ts'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { accountId, fifo, makeTrade, openLedgerRig } from '../ledger/rig.ts'
import { run, testWith, writeJournal } from './journal/programs.ts'
import { journalOf } from './journal/rig.ts'

const day = (number: number): number => Date.UTC(2024, 0, number)

type Kinds = Readonly<Record<string, TransactionKind>>

/** The rows with kinds that the user chose, as all exports read them. */
async function openRig(rows: readonly Transaction[], kinds: Kinds) {
  const rig = openLedgerRig()
  await rig.write(rows)
  for (const [id, kind] of Object.entries(kinds))
    await rig.cache.transactions.kinds.choose({ scope: 'row', accountId, id }, kind)
  rig.refresh()
  return rig
}
type Rig = Awaited<ReturnType<typeof openRig>>

/** The postings of an entry of a journal. */
function postingsOf({ db }: Rig, id: string): string[] {
  const [entry = ''] = journalOf(db, { format: 'hledger' })
    .split('\n\n')
    .filter((part) => part.includes(`(${id})`))
  const lines = entry.split('\n').filter((line) => line.startsWith('    ') && !line.includes(';'))
  return lines.map((line) => line.trim().replaceAll(`:${accountId}:`, ':'))
}

async function bookingsOf({ db }: Rig): Promise<string[]> {
  const cache = createCache(db)
  const tables = bookingTables({ db, tables: cache, names: cache, choices: fifo, accountIds: null })
  const found: string[] = []
  for (const { columns, chunks } of tables) {
    const at = (name: string): number => columns.findIndex((column) => column.name === name)
    for await (const chunk of chunks())
      for (const cells of chunk)
        found.push(
          ['Type', 'Value', 'Shares']
            .map((name) => cells[at(name)] ?? '')
            .join(' ')
            .trim(),
        )
  }
  return found
}

const pieces = (id: string, at: number, symbol: string, count: string): Transaction =>
  makeTransaction(id, at, {
    ...{ category: 'OTHERS', name: 'Конвертация', symbol, change: null, changeQuantity: dec(count), trade: null },
  })
const bought = [makeTrade('1', day(1), 'A@X', '60', '-3000'), makeTrade('2', day(2), 'A@X', '40', '-2600')]

const repo = [...bought, makeTrade('3', day(3), 'A@X', '-100', '9500'), makeTrade('4', day(4), 'A@X', '100', '-9503')]
const repoKinds: Kinds = { 3: 'repo', 4: 'repo' }

test('a repo moves pieces and money, keeps the cost, and books its interest', async () => {
  const rig = await openRig(repo, repoKinds)
  expect(postingsOf(rig, '3')).toEqual([
    'Assets:Cash  9500.00 RUB',
    'Assets:Securities  -100 "A@X"',
    'Liabilities:Repo  100 "A@X"',
    'Liabilities:Repo  -9500.00 RUB',
  ])
  expect(postingsOf(rig, '4')).toEqual([
    'Assets:Cash  -9503.00 RUB',
    'Assets:Securities  100 "A@X"',
    'Liabilities:Repo  -100 "A@X"',
    'Income:Interest  3.00 RUB',
    'Liabilities:Repo  9500.00 RUB',
  ])
  expect(await bookingsOf(rig)).toEqual([
    ...['Buy 3000 60', 'Buy 2600 40', 'Delivery (Outbound) 5600 100', 'Delivery (Inbound) 5600 100'],
    ...['Deposit 9500', 'Removal 9500', 'Interest Charge 3'],
  ])
})

const reversed = [
  ...bought,
  makeTrade('3', day(3), 'A@X', '40', '-1907.2'),
  makeTrade('4', day(3) + 1, 'A@X', '-40', '1907.2'),
]

test('a reversal and the row that it takes back add up to nothing', async () => {
  const rig = await openRig(reversed, { 3: 'reversal', 4: 'reversal' })
  expect(postingsOf(rig, '4')).toEqual([
    'Assets:Cash  1907.20 RUB',
    'Assets:Securities  -40 "A@X"',
    'Equity:Clearing:Reversals  40 "A@X"',
    'Equity:Clearing:Reversals  -1907.20 RUB',
  ])
  expect((await bookingsOf(rig)).slice(2)).toEqual([
    ...['Delivery (Inbound) 2240 40', 'Delivery (Outbound) 2240 40', 'Removal 1907.2', 'Deposit 1907.2'],
  ])
})

const conversions: Transaction[] = [
  ...bought,
  ...[pieces('3', day(3), 'A@X', '-100'), pieces('4', day(3), 'A@X', '10')],
  ...[pieces('5', day(5), 'A@X', '-10'), pieces('6', day(5), 'B@X', '20')],
]
const conversionKinds: Kinds = { 3: 'split', 4: 'split', 5: 'split', 6: 'split' }

test('a split in two rows and a conversion carry the cost and the opening times', async () => {
  const rig = await openRig(conversions, conversionKinds)
  expect(postingsOf(rig, '4')).toEqual([
    'Assets:Securities  6 "A@X" {{3000.00 RUB}} [2024-01-01] @@ 3000.00 RUB',
    'Assets:Securities  4 "A@X" {{2600.00 RUB}} [2024-01-02] @@ 2600.00 RUB',
    'Equity:Splits  -5600.00 RUB',
  ])
  expect(postingsOf(rig, '6')).toEqual([
    'Assets:Securities  12 "B@X" {{3000.00 RUB}} [2024-01-01] @@ 3000.00 RUB',
    'Assets:Securities  8 "B@X" {{2600.00 RUB}} [2024-01-02] @@ 2600.00 RUB',
    'Equity:Splits  -5600.00 RUB',
  ])
  expect((await bookingsOf(rig)).slice(2)).toEqual([
    ...['Delivery (Outbound) 5600 100', 'Delivery (Inbound) 5600 10'],
    ...['Delivery (Outbound) 5600 10', 'Delivery (Inbound) 5600 20'],
  ])
})

const exchange = [
  makeTrade('1', day(1), 'USDRUB@X', '1000', '-90000'),
  makeTransaction('2', day(1), {
    ...{ category: 'OTHERS', name: 'Покупка валюты', symbol: 'USDRUB@X', changeQuantity: null, trade: null },
    change: { currency: 'USD', amount: dec('1000') },
  }),
]

test('an exchange is money in two currencies', async () => {
  const rig = await openRig(exchange, { 1: 'currency-exchange', 2: 'currency-exchange' })
  expect([...postingsOf(rig, '1'), ...postingsOf(rig, '2')]).toEqual([
    ...['Assets:Cash  -90000.00 RUB', 'Equity:Conversions  90000.00 RUB'],
    ...['Assets:Cash  1000.00 USD', 'Equity:Conversions  -1000.00 USD'],
  ])
  expect(await bookingsOf(rig)).toEqual(['Removal 90000', 'Deposit 1000'])
})

const oneRow = [
  makeTransaction('1', day(1), {
    ...{ category: 'OTHERS', name: 'Покупка валюты', symbol: 'USDRUB@X', changeQuantity: null },
    change: { currency: 'RUB', amount: dec('-90000') },
    trade: { size: dec('1000'), price: dec('90'), accruedInterest: dec('0') },
  }),
]

test('so is an exchange in one row', async () => {
  const rig = await openRig(oneRow, {})
  expect(postingsOf(rig, '1')).toEqual([
    ...['Assets:Cash  -90000.00 RUB', 'Assets:Cash  1000.00 USD'],
    ...['Equity:Conversions  90000.00 RUB', 'Equity:Conversions  -1000.00 USD'],
  ])
  expect(await bookingsOf(rig)).toEqual(['Removal 90000', 'Deposit 1000'])
})

testWith('hledger', 'ledger', 'bean-check').each<[string, readonly Transaction[], Kinds]>([
  ['a repo', repo, repoKinds],
  ['a reversal', reversed, { 3: 'reversal', 4: 'reversal' }],
  ['conversions', [...conversions, makeTrade('7', day(6) + dayMs, 'B@X', '-15', '9000')], conversionKinds],
  ['an exchange', exchange, { 1: 'currency-exchange', 2: 'currency-exchange' }],
  ['an exchange in one row', oneRow, {}],
])('%s balances in all programs', async (_, rows, kinds) => {
  const { db } = await openRig(rows, kinds)
  run('hledger', '-f', writeJournal(journalOf(db, { format: 'hledger' })), 'check', '--strict')
  run('ledger', '--pedantic', '-f', writeJournal(journalOf(db, { format: 'ledger' })), 'balance')
  run('bean-check', writeJournal(journalOf(db, { format: 'beancount' }), 'beancount'))
})
