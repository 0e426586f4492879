import { expect, test } from 'vitest'
import { lostDays, unexplainedMoney } from '#main/ledger/reading/performance/unexplained.ts'
import type { PlacedRow } from '#main/ledger/replay/row-decoder.ts'
import { hourMs } from '#shared/durations.ts'
import { day } from './rig.ts'

const placed = (count: number, changes: Partial<PlacedRow['row']>, account = 1): PlacedRow => ({
  ...{ key: count, account, isCurrencyAssumed: false },
  row: {
    ...{ id: String(count), at: day(count) + hourMs, kind: 'currency-exchange', name: '', symbol: '' },
    ...{ currency: 'RUB', money: -90_000n, changeQuantity: null, trade: null },
    ...changes,
  },
})
const dollars = { currency: 'USD', money: 1_000n }
const lostIn = (rows: readonly PlacedRow[], currencies: readonly string[]) =>
  [...lostDays(unexplainedMoney(rows), (currency) => currencies.includes(currency))].map(([at, reason]) => [
    Math.round((at - day(0)) / (day(1) - day(0))),
    reason,
  ])

test('an exchange is understood in a figure of both currencies, and lost in a figure of one', () => {
  const rows = [placed(5, {}), placed(5, dollars)]
  expect(lostIn(rows, ['RUB', 'USD'])).toEqual([])
  expect(lostIn(rows, ['RUB'])).toEqual([[5, 'exchange']])
  expect(lostIn(rows, ['USD'])).toEqual([[5, 'exchange']])
  expect(lostIn(rows, ['EUR'])).toEqual([])
})

test('an exchange in one row has both sides, and is no side of another one', () => {
  const unit = 10n ** 18n
  const trade = { size: 1_000n * unit, price: 90n * unit, accruedInterest: null }
  const whole = placed(5, { symbol: 'USDRUB_TOM@MISX', money: -90_000n * unit, trade })
  expect(lostIn([whole], ['RUB', 'USD'])).toEqual([])
  expect(lostIn([whole], ['USD'])).toEqual([[5, 'exchange']])
  expect(lostIn([placed(5, dollars), whole], ['RUB', 'USD'])).toEqual([[5, 'exchange']])
})

test('one side of an exchange is not understood, nor are sides of different accounts', () => {
  expect(lostIn([placed(5, {})], ['RUB', 'USD'])).toEqual([[5, 'exchange']])
  expect(lostIn([placed(5, {}), placed(5, dollars, 2)], ['RUB', 'USD'])).toEqual([[5, 'exchange']])
  expect(lostIn([placed(5, {}), placed(9, dollars)], ['RUB', 'USD'])).toHaveLength(2)
})

test('between two days the money of an exchange is on its way', () => {
  expect(lostIn([placed(5, {}), placed(7, dollars)], ['RUB', 'USD']).map(([count]) => count)).toEqual([5, 6, 7])
})

test('money of unknown kind concerns its currency; pieces of unknown kind concern every figure', () => {
  expect(lostIn([placed(5, { kind: 'unknown' })], ['RUB'])).toEqual([[5, 'unknown-money']])
  expect(lostIn([placed(5, { kind: 'unknown' })], ['USD'])).toEqual([])
  const pieces = { kind: 'unknown' as const, symbol: 'A@X', currency: null, money: null, changeQuantity: 5n }
  expect(lostIn([placed(5, pieces)], ['USD'])).toEqual([[5, 'unknown-money']])
})

test('money for pieces of no known instrument is unexplained, and a row without effect is not', () => {
  expect(lostIn([placed(5, { kind: 'buy' })], ['RUB'])).toEqual([[5, 'unknown-money']])
  expect(lostIn([placed(5, { kind: 'buy', symbol: 'A@X' })], ['RUB'])).toEqual([])
  expect(lostIn([placed(5, { kind: 'unknown', money: 0n })], ['RUB'])).toEqual([])
})
