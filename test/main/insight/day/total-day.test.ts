import { expect, test } from 'vitest'
import type { Conversion } from '#main/insight/currency/convert.ts'
import { convertDay, orderByContribution, totalDay } from '#main/insight/day/total-day.ts'
import { sum, zero } from '#shared/decimal.ts'
import type { DayPosition } from '#shared/model/ledger/day-profit.ts'
import { d } from '../make.ts'

const position = (symbol: string, currency: string, over: Partial<DayPosition>): DayPosition => ({
  ...{ accountId: 'A', symbol, name: null, priceDecimals: null, isPercentOfFace: false, currency, quantity: d('1') },
  ...{ heldBefore: d('1'), close: null, last: null, lastAt: null, day: '2026-03-02', from: 0, isCounted: true },
  ...{ stated: zero, price: zero, trading: zero, income: zero, fees: zero, taxes: zero, remainder: zero, inBase: null },
  ...{ apart: [], notes: [], transactionIds: [], ...over },
})
const toRoubles: Conversion = {
  currency: 'RUB',
  rateOf: (currency) =>
    currency === 'USD'
      ? { rate: { currency, symbol: 'USDRUB@X', rate: d('90.3333'), at: 1, isInverse: false, via: null } }
      : { problem: 'no-instrument', symbol: null },
}
const apple = position('AAPL', 'USD', { stated: d('10'), price: d('12'), fees: d('-1'), remainder: d('-1') })
const gold = position('GOLD', 'RUB', { stated: d('-7'), price: null, remainder: d('-7') })
const tesla = position('TSLA', 'USD', { stated: d('0.1'), price: d('0.3'), trading: d('-0.2') })

test('amounts of different currencies are not added, and an unknown part is in the remainder', () => {
  expect(totalDay([apple, gold, tesla])).toEqual([
    {
      ...{ currency: 'USD', stated: '10.1', price: '12.3', trading: '-0.2', income: '0', fees: '-1', taxes: '0' },
      remainder: '-1',
    },
    { currency: 'RUB', stated: '-7', price: '0', trading: '0', income: '0', fees: '0', taxes: '0', remainder: '-7' },
  ])
})

test('positions that do not count are in no total', () => {
  expect(totalDay([{ ...apple, isCounted: false }])).toEqual([])
})

test('converted parts add up to the converted profit, and each rate is listed', () => {
  const base = convertDay(totalDay([apple, gold, tesla]), toRoubles)
  const { stated, price, trading, income, fees, taxes, remainder } = base!
  expect(stated).toBe('905.36633')
  expect(sum([price, trading, income, fees, taxes, remainder])).toBe(stated)
  expect(base?.rates.map(({ symbol }) => symbol)).toEqual(['USDRUB@X'])
})

test('amounts without a rate are listed as not converted, and so is a profit of zero with parts', () => {
  const euros = position('SAP', 'EUR', { stated: d('3'), price: d('3') })
  const francs = position('NESN', 'CHF', { stated: zero, price: d('2'), remainder: d('-2') })
  const base = convertDay(totalDay([gold, euros, francs]), toRoubles)
  expect([base?.stated, base?.price]).toEqual(['-7', '0'])
  expect(base?.notConverted.map(({ currency, amount }) => [currency, amount])).toEqual([
    ['EUR', '3'],
    ['CHF', '0'],
  ])
  expect(convertDay(totalDay([euros]), toRoubles)).toBeNull()
})

test('the largest contribution comes first, and unknown ones come last', () => {
  const unknown = position('X', 'USD', { stated: null, remainder: null })
  const order = orderByContribution([
    unknown,
    { ...tesla, inBase: d('9') },
    { ...gold, inBase: d('-7') },
    { ...apple, inBase: d('903') },
  ])
  expect(order.map(({ symbol }) => symbol)).toEqual(['AAPL', 'TSLA', 'GOLD', 'X'])
})
