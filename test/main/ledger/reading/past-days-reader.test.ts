import { expect, test } from 'vitest'
import { comparePositions, mergeChanges, totalChanges } from '#main/insight/day/compare-days.ts'
import { valueAccount, type QuoteAt } from '#main/insight/day/value-account.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { accountId } from '../rig.ts'
import { day, deposit, noQuotes, openDays, other, trade, valued, type ReadRow } from './past-days-rig.ts'

test('a day counts to its end, and a holding is valued at the newest own trade until then', async () => {
  const { read } = await openDays({
    [accountId]: [
      [deposit('1', day(0) + 9, 1000), day(0) + 10],
      [trade('2', day(1) + 9, 10, 20), day(1) + 10],
      [trade('3', day(3) - 1, 5, 24), day(3)],
    ],
  })
  const at = (end: number) => valued(read([end]), [end])[0]!
  expect(at(day(1))).toMatchObject({ cash: [{ currency: 'RUB', amount: '1000' }], positions: [] })
  expect(at(day(2)).positions).toMatchObject([
    {
      ...{ symbol: 'AAA@XXXX', quantity: '10', value: '200', currency: 'RUB', note: null },
      price: { price: '20', source: 'trade', at: day(1) + 9, ageMs: dayMs - 9 },
    },
  ])
  expect(at(day(3))).toMatchObject({
    parts: [{ currency: 'RUB', amount: '1040' }],
    positions: [{ quantity: '15', value: '360' }],
  })
})

test('a quote has priority over a trade of the same day, and a later price is never used', async () => {
  const { read } = await openDays({
    [accountId]: [
      [deposit('1', day(0) + 9, 1000), day(0) + 10],
      [trade('2', day(1) + 9, 10, 20), day(1) + 10],
      [trade('3', day(8), -1, 90), day(8) + 10],
    ],
  })
  const quotes = [
    { at: day(1) + 5, last: dec('21') },
    { at: day(5), last: dec('50') },
  ]
  const quoteAt: QuoteAt = (_, at) => quotes.findLast((quote) => quote.at < at) ?? null
  const value = (end: number) => valued(read([end]), [end], quoteAt)[0]!.positions[0]
  expect(value(day(2))).toMatchObject({ value: '210', price: { source: 'quote', at: day(1) + 5 } })
  expect(value(day(5))).toMatchObject({ value: '210' })
  expect(value(day(6))).toMatchObject({ value: '500' })
  expect(value(day(9))).toMatchObject({ value: '810', price: { source: 'trade' } })
})

test('a position without a price has no value, and neither has its account', async () => {
  const transfer = makeTransaction('1', day(1), {
    ...{ category: 'TRANSFER', name: 'Перевод ценных бумаг', symbol: 'AAA@XXXX', change: null },
    changeQuantity: dec('5'),
  })
  const { read } = await openDays({ [accountId]: [[transfer, day(1)]] })
  expect(valued(read([day(2)]), [day(2)])[0]).toMatchObject({
    ...{ parts: null, missing: ['AAA@XXXX'] },
    positions: [{ quantity: '5', value: null, price: null, note: 'no-price' }],
  })
})

test('the view "as known then" excludes a row that was read later, and says so', async () => {
  const late = trade('3', day(1) + hourMs, 7, 20)
  const { read } = await openDays({
    [accountId]: [
      [deposit('1', day(0) + 9, 1000), day(0) + 10],
      [trade('2', day(1) + 9, 10, 20), day(1) + 10],
      [late, day(4)],
    ],
  })
  const pieces = (end: number, isThen: boolean) => valued(read([end], isThen), [end])[0]?.positions[0]?.quantity
  expect([pieces(day(2), false), pieces(day(2), true)]).toEqual(['17', '10'])
  expect([pieces(day(5), false), pieces(day(5), true)]).toEqual(['17', '17'])
  expect(read([day(2)], true).accounts[0]).toMatchObject({ state: 'whole', lateRows: 1, readAt: day(0) + 10 })
})

test('the view as known then is empty before the first read of the history', async () => {
  const { read } = await openDays({
    [accountId]: [
      [deposit('1', day(0) + 9, 1000), day(100)],
      [trade('2', day(1) + 9, 10, 20), day(100)],
    ],
  })
  expect(read([day(50)], true).accounts[0]).toMatchObject({ state: 'not-read', readAt: day(100), states: [] })
  expect(read([day(50)]).accounts[0]).toMatchObject({ state: 'whole', lateRows: 0 })
  expect(read([day(101)], true).accounts[0]).toMatchObject({ state: 'whole' })
})

test('a history with a gap gives no figure, and a day before the first row gives zero', async () => {
  const { rig, read } = await openDays({ [accountId]: [[deposit('1', day(9), 1000), day(9)]] })
  expect(read([day(5)]).accounts[0]).toMatchObject({ state: 'before', states: [{ held: [] }] })
  rig.cache.history.putGap(accountId, { from: day(20), to: day(20) + 1000, received: 1000, readAt: day(21) })
  expect(read([day(30)]).accounts[0]).toMatchObject({ state: 'partial', states: [] })
})

test('a trade of another account gives a price too', async () => {
  const { read } = await openDays({
    [accountId]: [
      [deposit('1', day(0) + 9, 1000), day(0)],
      [trade('2', day(1), 10, 20), day(1)],
    ],
    [other]: [
      [deposit('3', day(0) + 9, 1000), day(0)],
      [trade('4', day(3), 1, 30), day(3)],
    ],
  })
  expect(valued(read([day(5)], false, [accountId]), [day(5)])[0]!.positions[0]).toMatchObject({ value: '300' })
})

const split = (id: string, at: number, pieces: number): Transaction =>
  makeTransaction(id, at, {
    ...{ category: 'OTHERS', name: 'Сплит акций', symbol: 'AAA@XXXX', change: null },
    changeQuantity: dec(String(pieces)),
  })

test('after a split the last price is scaled, even if another account made the last trade', async () => {
  const { read } = await openDays({
    [accountId]: [
      [deposit('1', day(0), 5000), day(0)],
      [trade('2', day(1), 10, 100), day(1)],
      [split('3', day(5), 10), day(5)],
    ],
    [other]: [
      [deposit('4', day(0), 5000), day(0)],
      [trade('5', day(1), 4, 100), day(1)],
      [trade('6', day(3), -4, 110), day(3)],
    ],
  })
  const quotes = [{ at: day(4), last: dec('120') }]
  const quoteAt: QuoteAt = (_, at) => quotes.findLast((quote) => quote.at < at) ?? null
  const value = (end: number) => valued(read([end]), [end], quoteAt)[0]!.positions[0]
  expect(value(day(4))).toMatchObject({ quantity: '10', value: '1100' })
  expect(value(day(5))).toMatchObject({ value: '1200', price: { source: 'quote' } })
  // The quote is the price of one piece before the split.
  expect(value(day(8))).toMatchObject({ quantity: '20', value: '1100', price: { source: 'trade', price: '55' } })
})

test('pieces and money moved between own accounts do not change the total', async () => {
  const moneyTo = (id: string, at: number, amount: number) => ({
    ...deposit(id, at, amount),
    ...{ category: 'TRANSFER', name: 'Перевод между счетами' },
  })
  const piecesTo = (id: string, at: number, pieces: number) => ({
    ...split(id, at, pieces),
    ...{ category: 'TRANSFER', name: 'Перевод ценных бумаг' },
  })
  const bought: ReadRow[] = [
    [deposit('1', day(0), 5000), day(0)],
    [trade('2', day(1), 10, 100), day(1)],
  ]
  const moved: ReadRow[] = [
    [moneyTo('3', day(3), -700), day(3)],
    [piecesTo('4', day(3) + 1, -6), day(3)],
  ]
  const received: ReadRow[] = [
    [moneyTo('5', day(3) + 2, 700), day(3)],
    [piecesTo('6', day(3) + 3, 6), day(3)],
  ]
  const { read } = await openDays({ [accountId]: [...bought, ...moved], [other]: received })
  const { accounts, instruments } = read([day(2), day(9)])
  const known = new Map(instruments.map(({ symbol, instrument }) => [symbol, instrument]))
  const windows = accounts.map(({ states: [before, after], window }) => {
    const at = (state: typeof before, end: number) =>
      valueAccount(state!, (symbol) => known.get(symbol)!, end, noQuotes)
    const own = { before: at(before, day(2)), after: at(after, day(9)), window: window! }
    return { ...own, changes: comparePositions(own, (symbol) => known.get(symbol)!, noQuotes) }
  })
  expect(totalChanges(windows)).toMatchObject([
    { begin: '5000', end: '5000', change: '0', deposits: '0', price: '0', other: '0' },
  ])
  expect(mergeChanges(windows.flatMap(({ changes }) => changes))).toMatchObject([
    { symbol: 'AAA@XXXX', before: '10', after: '10', trades: 0, price: '0' },
  ])
})

test('an unknown value leaves only its own currency unknown', async () => {
  const transfer = { ...split('1', day(1), 5), category: 'TRANSFER', name: 'Перевод ценных бумаг' }
  const dollars = { ...deposit('2', day(3), 40), change: { currency: 'USD', amount: dec('40') } }
  const { read } = await openDays({
    [accountId]: [
      [deposit('3', day(0), 1000), day(0)],
      [transfer, day(1)],
      [dollars, day(3)],
    ],
  })
  const moments = [day(2), day(5)]
  const found = read(moments)
  const known = new Map(found.instruments.map(({ symbol, instrument }) => [symbol, instrument]))
  const [before, after] = valued(found, moments)
  const own = { before: before!, after: after!, window: found.accounts[0]!.window! }
  const changes = comparePositions(own, (symbol) => known.get(symbol)!, noQuotes)
  expect(totalChanges([{ ...own, changes }])).toMatchObject([
    { currency: 'RUB', begin: null, end: null, change: null, price: null, other: null },
    { currency: 'USD', begin: '0', end: '40', change: '40', deposits: '40', price: '0', other: '0' },
  ])
})
