import { expect, test } from 'vitest'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { makeDetails } from '../../insight/make.ts'
import { accountId, fifo, makeTrade, openLedgerRig } from '../../ledger/rig.ts'
import { journalOf } from './rig.ts'

const day = (number: number): number => Date.UTC(2024, 0, number)

/** The postings of the entries with this id, without the first lines of the entries. */
function postingsOf(text: string, id: string): string[] {
  const [entry = ''] = text.split('\n\n').filter((part) => part.includes(`(${id})`))
  return entry
    .split('\n')
    .filter((line) => line.startsWith('    ') && !line.includes(';'))
    .map((line) => line.trim())
}

async function journalWith(rows: Parameters<ReturnType<typeof openLedgerRig>['write']>[0], rig = openLedgerRig()) {
  await rig.write(rows)
  rig.refresh()
  return journalOf(rig.db, { format: 'hledger' })
}

test('a purchase is a lot with its cost, without the accrued interest that was paid with it', async () => {
  const bond = makeTrade('1', day(1), 'BOND@MISX', '10', '-9853.20')
  const trade = { size: dec('10'), price: dec('98.5'), accruedInterest: dec('3.20') }
  const text = await journalWith([{ ...bond, trade }])
  expect(postingsOf(text, '1')).toEqual([
    'Assets:1900001:Cash  -9853.20 RUB',
    'Assets:1900001:Securities  10 "BOND@MISX" {{9850.00 RUB}} [2024-01-01] @@ 9850.00 RUB',
    'Income:1900001:AccruedInterest  3.20 RUB',
  ])
})

test('a sale closes lots at their cost and books the profit', async () => {
  const text = await journalWith([
    makeTrade('1', day(1), 'A@X', '10', '-100'),
    makeTrade('2', day(2), 'A@X', '10', '-200'),
    makeTrade('3', day(3), 'A@X', '-15', '300'),
  ])
  expect(postingsOf(text, '3')).toEqual([
    'Assets:1900001:Cash  300.00 RUB',
    'Assets:1900001:Securities  -10 "A@X" {{100.00 RUB}} [2024-01-01] @@ 100.00 RUB',
    'Assets:1900001:Securities  -5 "A@X" {{100.00 RUB}} [2024-01-02] @@ 100.00 RUB',
    'Income:1900001:RealizedProfit  -100.00 RUB',
  ])
})

test('a short sale is a lot of negative pieces, and its purchase books the profit', async () => {
  const text = await journalWith([
    makeTrade('1', day(1), 'A@X', '-10', '100'),
    makeTrade('2', day(2), 'A@X', '10', '-70'),
  ])
  expect(postingsOf(text, '1')[1]).toBe(
    'Assets:1900001:Securities  -10 "A@X" {{100.00 RUB}} [2024-01-01] @@ 100.00 RUB',
  )
  expect(postingsOf(text, '2')).toContain('Income:1900001:RealizedProfit  -30.00 RUB')
})

test('pieces of unknown cost are balanced by pieces, and no profit is booked', async () => {
  const transfer = makeTransaction('1', day(1), {
    ...{ category: 'TRANSFER', name: 'Перевод ценных бумаг', symbol: 'A@X', change: null, changeQuantity: dec('5') },
  })
  const text = await journalWith([transfer, makeTrade('2', day(2), 'A@X', '-5', '70')])
  expect(postingsOf(text, '2')).toEqual([
    'Assets:1900001:Cash  70.00 RUB',
    'Assets:1900001:Securities  -5 "A@X"',
    'Equity:1900001:Clearing:Trades  5 "A@X"',
    'Equity:1900001:Clearing:Trades  -70.00 RUB',
  ])
})

test('pieces that go to another own account keep their lots, and the transfers add up to zero', async () => {
  const move = (id: string, at: number, pieces: string) =>
    makeTransaction(id, at, {
      ...{ category: 'TRANSFER', name: 'Перевод ценных бумаг', symbol: 'A@X', change: null },
      changeQuantity: dec(pieces),
    })
  const rig = openLedgerRig()
  for (const id of [accountId, '1900002']) {
    rig.cache.history.putBeginning(id, 0)
    await rig.cache.transactions.store(id, { count: 0, chunks: [] }, 1, { from: 0, to: day(9) })
  }
  await rig.write([move('3', day(3) + 1_000, '10')], '1900002')
  const text = await journalWith([makeTrade('1', day(1), 'A@X', '10', '-100'), move('2', day(3), '-10')], rig)
  const lot = '"A@X" {{100.00 RUB}} [2024-01-01] @@ 100.00 RUB'
  expect(postingsOf(text, '2')).toEqual([
    `Assets:1900001:Securities  -10 ${lot}`,
    `Equity:Transfers:Securities  10 ${lot}`,
  ])
  expect(postingsOf(text, '3')).toEqual([
    `Assets:1900002:Securities  10 ${lot}`,
    `Equity:Transfers:Securities  -10 ${lot}`,
  ])
})

test('one account is exported without the rows of other accounts', async () => {
  const rig = openLedgerRig()
  await rig.write([makeTrade('1', day(1), 'A@X', '1', '-1')], '1900002')
  await rig.write([makeTrade('2', day(1), 'A@X', '1', '-1')])
  rig.refresh()
  const text = journalOf(rig.db, { format: 'beancount', accountIds: ['1900002'] })
  expect([text.includes('id: "1"'), text.includes('id: "2"')]).toEqual([true, false])
})

test('a price in percent is the value of a piece, with the face value of its day', async () => {
  const rig = openLedgerRig()
  const bondFacts = { type: 'BONDS', faceValue: dec('1000'), faceCurrency: 'RUB', quoteCurrency: 'RUB' }
  rig.cache.instrumentDetails.put(makeDetails({ symbol: 'BOND@MISX', ...bondFacts }), 1)
  const bond = makeTrade('1', day(1), 'BOND@MISX', '10', '-9850')
  const trade = { size: dec('10'), price: dec('98.5'), accruedInterest: dec('0') }
  await rig.write([{ ...bond, trade }])
  rig.refresh()
  const text = journalOf(rig.db, {
    format: 'beancount',
    quotes: () => [{ at: day(2), symbol: 'BOND@MISX', currency: 'RUB', price: 990n * 10n ** 18n }],
  })
  expect(text.split('\n').filter((line) => line.includes(' price '))).toEqual([
    '2024-01-01 price BOND.MISX 985.00 RUB',
    '2024-01-02 price BOND.MISX 990.00 RUB',
  ])
})

const paid = (id: string, currency: string) =>
  makeTransaction(id, day(1), { category: 'DEPOSIT', name: 'Ввод', change: { currency, amount: dec('5') } })

test('an assumed currency is marked, and the head says how many there are', async () => {
  const text = await journalWith([paid('1', 'RUB'), paid('2', '')])
  const [stated, assumed] = ['(1)', '(2)'].map((id) => text.split('\n\n').find((part) => part.includes(id)))
  expect([stated?.includes('; currency_source: assumed'), assumed?.includes('; currency_source: assumed')]).toEqual([
    ...[false, true],
  ])
  expect(text).toContain('The service states no currency of 1 amounts')
  expect(postingsOf(text, '2')[0]).toBe('Assets:1900001:Cash  5.00 RUB')
})

test('money of unknown currency is in a currency of its own, and the head says how much there is', async () => {
  const text = await journalWith([paid('1', 'RUB'), paid('2', ''), paid('3', 'USD')])
  expect(text).toContain('The currency of 1 amounts is not known: they are in XXX.')
  expect(postingsOf(text, '2')[0]).toBe('Assets:1900001:Cash  5.00 XXX')
  expect(text).not.toContain('; currency_source')
})

test('a journal without rows is valid', () => {
  const rig = openLedgerRig()
  rig.refresh(fifo)
  expect(journalOf(rig.db, { format: 'hledger' })).toContain('0 transactions')
})
