import { expect, test } from 'vitest'
import { decodeTransactions } from '#main/broker/wire/transaction.ts'
import { unpack } from '#main/threads/packed-rows.ts'
import { unreadableCurrency } from '#shared/currency-code.ts'

const sent = {
  ...{ id: '7', timestamp: '2026-03-05T10:00:00Z', category: 'OTHERS', transaction_category: 'OTHERS' },
  ...{ symbol: 'SBER@MISX', transaction_name: 'Покупка', change_qty: { value: '0.0' } },
  change: { currency_code: 'RUB', units: '-50000', nanos: 0 },
  trade: { size: { value: '10.0' }, price: { value: '5000.0' }, accrued_interest: { value: '0.0' } },
}
const at = Date.UTC(2026, 2, 5, 10)

function decode(row: unknown, latest?: number) {
  const { content, lost, malformed, received } = decodeTransactions(
    { transactions: [row] },
    latest === undefined ? {} : { latest },
  )
  expect(received).toBe(1)
  expect(malformed).toHaveLength(lost.length)
  return { row: unpack(content)[0], lost: lost[0] }
}
const whole = decode(sent).row!

test('a row whose fields can all be read has no unreadable ones', () => {
  expect(whole).toMatchObject({ id: '7', at, name: 'Покупка', symbol: 'SBER@MISX', trade: { size: '10' } })
  expect(whole).not.toHaveProperty('unreadable')
})

test.each<[change: object, unreadable: readonly string[], left: object]>([
  [{ transaction_name: 5 }, ['name'], { name: '' }],
  [{ symbol: {} }, ['symbol'], { symbol: '' }],
  [{ transaction_category: [], category: 7 }, ['category'], { category: '' }],
  [{ change_qty: { value: 'ten' } }, ['quantity'], { changeQuantity: null }],
  [{ change_qty: 'ten' }, ['quantity'], { changeQuantity: null }],
  [
    { trade: { ...sent.trade, size: { value: 'ten' } } },
    ['size'],
    { changeQuantity: null, trade: { ...whole.trade, size: null } },
  ],
  [{ trade: { ...sent.trade, price: 5 } }, ['price'], { trade: { ...whole.trade, price: null } }],
  [
    { trade: { ...sent.trade, accrued_interest: { value: {} } } },
    ['accrued-interest'],
    { trade: { ...whole.trade, accruedInterest: null } },
  ],
  [{ trade: 'ten' }, ['trade'], { changeQuantity: null, trade: null }],
  [{ symbol: 1, transaction_name: true }, ['symbol', 'name'], { symbol: '', name: '' }],
])('a row with the unreadable values %j keeps the others', (change, unreadable, left) => {
  const { row, lost } = decode({ ...sent, ...change })
  expect(lost).toBeUndefined()
  const names: readonly string[] | undefined = row?.unreadable
  expect(names?.toSorted()).toEqual(unreadable.toSorted())
  expect({ ...row, unreadable: undefined }).toEqual({ ...whole, ...left, unreadable: undefined })
})

test('of the two fields of a category one is enough', () => {
  expect(decode({ ...sent, transaction_category: 5, category: 'DEPOSIT' }).row).toEqual({
    ...whole,
    category: 'DEPOSIT',
  })
})

test('what cannot be read does not make a deposit a trade', () => {
  const trade = { size: { value: 'x' }, price: { value: '0.0' }, accrued_interest: { value: '0.0' } }
  expect(decode({ ...sent, trade }).row).toMatchObject({ trade: null, unreadable: ['size'] })
})

test('an amount is kept if only its currency cannot be read', () => {
  const change = { ...sent.change, currency_code: 643 }
  expect(decode({ ...sent, change }).row?.change).toEqual({ currency: unreadableCurrency, amount: '-50000' })
})

test.each<[change: object, lost: object]>([
  [{ id: {} }, { id: null, at }],
  [{ id: '' }, { id: null, at }],
  [{ timestamp: 'yesterday' }, { id: '7', at: null }],
  [{ timestamp: 5 }, { id: '7', at: null }],
  [{ timestamp: '' }, { id: '7', at: null }],
  [{ change: 'fifty' }, { id: '7', at }],
  [{ change: { currency_code: 'RUB' } }, { id: '7', at }],
  [{ change: { ...sent.change, units: '50 000' } }, { id: '7', at }],
  [{ change: { ...sent.change, units: '-50000.5' } }, { id: '7', at }],
  [{ change: { ...sent.change, units: '9223372036854775808' } }, { id: '7', at }],
  [{ change: { ...sent.change, nanos: 500_000_000 } }, { id: '7', at }],
  [{ change: { ...sent.change, nanos: -1_000_000_000 } }, { id: '7', at }],
  [{ change: { ...sent.change, nanos: -0.5 } }, { id: '7', at }],
  [{ change: { ...sent.change, nanos: '0' } }, { id: '7', at }],
])('a row with %j is lost, with what is known of it', (change, lost) => {
  expect(decode({ ...sent, ...change })).toEqual({ row: undefined, lost })
})

test.each([null, 'row', 7, [], {}])('what is no row (%j) is lost', (row) => {
  expect(decode(row)).toEqual({ row: undefined, lost: { id: null, at: null } })
})

test.each(['0000-00-00T00:00:00Z', '0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '1970-01-01T00:00:00Z'])(
  'the time %s is impossible',
  (timestamp) => {
    expect(decode({ ...sent, timestamp }).lost).toEqual({ id: '7', at: null })
  },
)

test('a time behind the latest possible one is impossible', () => {
  expect(decode({ ...sent, timestamp: '9999-12-31T23:59:59Z' }).lost).toEqual({ id: '7', at: null })
  expect(decode(sent, at - 1).lost).toEqual({ id: '7', at: null })
  expect(decode(sent, at).row).toEqual(whole)
  expect(decode({ ...sent, id: {} }, at - 1).lost).toEqual({ id: null, at: null })
})
