import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { unreadableIn } from '#shared/text/service/unreadable-words.ts'
import { until } from '../../fakes/until.ts'
import {
  accountAnswer,
  accountId,
  assetAnswer,
  openReplayed,
  position,
  quoteAnswer,
  row,
  transactionsAnswer,
  type Replayed,
} from './replayed-profile.ts'

// Through the running app: a deposit of 50,000 whose amount cannot be read, and pieces that cannot be read.

const symbol = 'SBER@MISX'
const moved = 'GAZP@MISX'
const day = Date.UTC(2026, 10, 20)
const at = day + 10 * 3_600_000
const first = row({ id: '1', at: '2026-01-12T09:00:00Z', category: 'DEPOSIT', name: 'Пополнение', amount: '4000' })
const deposit = row({ id: '2', at: '2026-11-20T10:00:00Z', category: 'DEPOSIT', name: 'Пополнение', amount: '50000' })
const purchase = row({
  ...{ id: '3', at: '2026-11-23T10:00:00Z', category: 'OTHERS', name: 'Покупка', symbol },
  ...{ amount: '-1000', pieces: '10', price: '100' },
})
const transfer = row({
  ...{ id: '4', at: '2026-11-23T11:00:00Z', category: 'TRANSFER', name: 'Перевод ценных бумаг', symbol: moved },
  pieces: '5',
})
const lost = { ...deposit, change: { ...deposit.change, units: '50 000' } }
const sizeless = { ...purchase, change_qty: { value: '0' }, trade: { ...purchase.trade, size: { value: 'ten' } } }
const pieceless = { ...transfer, change_qty: { value: 'five' } }

let replayed: Replayed

beforeAll(async () => {
  replayed = await openReplayed(
    [],
    [
      accountAnswer([position(symbol, '10', '100'), position(moved, '5', '100')], {
        cash: [{ currency_code: 'RUB', units: '53000', nanos: 0 }],
      }),
      assetAnswer(symbol, { type: 'EQUITIES', name: 'Сбербанк' }),
      assetAnswer(moved, { type: 'EQUITIES', name: 'Газпром' }),
      quoteAnswer(symbol, '100'),
      quoteAnswer(moved, '100'),
      transactionsAnswer([first, lost, sizeless, pieceless]),
    ],
  )
  await replayed.settle()
}, 120_000)
afterAll(() => replayed.close())

const call = () => replayed.client
const coverage = async () => (await call().call('transactions.coverage'))[0]!
const filter = (from: number, to: number) => ({
  conditions: [{ field: 'period' as const, from, to, isNot: false }],
  text: '',
})

test('the history is complete, and says that a transaction of that day could not be read', async () => {
  const account = await coverage()
  expect(account).toMatchObject({ isComplete: true, gaps: [], unreadable: [{ from: at, to: at + 1, count: 1 }] })
  expect(unreadableIn([account], { from: day, to: day + dayMs })?.count).toBe(1)
  expect(unreadableIn([account], { from: day + dayMs, to: null })).toBeNull()
  const { count } = await call().call('transactions.totals', { filter: filter(day, day + dayMs) })
  expect(count).toBe(0)
})

test('reconciliation names it as the first cause of the missing money', async () => {
  const [compared] = await call().call('reconciliation.read', { accountId })
  expect(compared).toMatchObject({ coverage: 'whole', differenceCount: 3 })
  expect(compared?.cash).toMatchObject([{ currency: 'RUB', difference: '50000' }])
  expect(compared?.cash[0]?.causes.map(({ kind }) => kind).slice(0, 2)).toEqual(['lost-row', 'missing-row'])
})

test('a purchase of unreadable size keeps its other fields, and its pieces are unknown, not 0', async () => {
  const { transaction, kind } = await call().call('transactions.detail', { accountId, id: '3' })
  expect(kind).toBe('buy')
  expect(transaction).toMatchObject({ name: 'Покупка', symbol, unreadable: ['size'], changeQuantity: null })
  expect(transaction).toMatchObject({ change: { amount: '-1000' }, trade: { size: null, price: '100' } })
  const held = await call().call('history.day', { accountId, date: '2026-11-24', knowledge: 'now' })
  const unknown = { quantity: null, note: 'unknown-pieces' }
  const positions = held.accounts[0]?.positions?.toSorted((a, b) => a.symbol.localeCompare(b.symbol))
  expect(positions).toMatchObject([
    { symbol: moved, ...unknown },
    { symbol, ...unknown },
  ])
  const [compared] = await call().call('reconciliation.read', { accountId })
  for (const { causes } of compared?.positions ?? [])
    expect(causes.map(({ kind: cause }) => cause)).toEqual(expect.arrayContaining(['lost-row', 'unreadable-row']))
})

test('a later good reading of that time makes up for all', async () => {
  replayed.service.add(transactionsAnswer([first, deposit, purchase, transfer]))
  replayed.hasten()
  const isWhole = async () => {
    const [compared] = await call().call('reconciliation.read', { accountId })
    return [(await coverage()).unreadable, compared?.differenceCount] as const
  }
  await until(isWhole, ([unreadable, differences]) => unreadable.length === 0 && differences === 0, 60_000)
  const { transaction } = await call().call('transactions.detail', { accountId, id: '3' })
  expect(transaction).toMatchObject({ trade: { size: '10' } })
  expect(transaction).not.toHaveProperty('unreadable')
}, 90_000)
