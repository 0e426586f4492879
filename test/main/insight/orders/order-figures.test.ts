import { expect, test } from 'vitest'
import { distancePercent, distancesOf, notionalOf } from '#main/insight/orders/order-figures.ts'
import type { StopLossTakeProfit } from '#shared/model/order/order.ts'
import { d, makeDetails, makeOrder } from '../make.ts'

const guard = (over: Partial<StopLossTakeProfit> = {}): StopLossTakeProfit => ({
  symbol: 'AAA@XXXX',
  side: 'SIDE_SELL',
  stopLossQuantity: d('10'),
  stopLossPrice: d('90'),
  limitPrice: d('89'),
  takeProfitQuantity: d('4'),
  takeProfitPrice: d('120'),
  takeProfitGuardSpread: null,
  takeProfitSpreadMeasure: 'TP_SPREAD_MEASURE_UNDEFINED',
  clientOrderId: '',
  validBefore: '',
  validUntil: null,
  comment: '',
  ...over,
})
const guarded = (over: Partial<StopLossTakeProfit> = {}) =>
  makeOrder({
    ...{ body: null, stopLossTakeProfit: guard(over), status: 'ORDER_STATUS_WATCHING' },
    ...{ initialQuantity: null, executedQuantity: null, remainingQuantity: null },
  })
const body = makeOrder().body!

test('the distance is the change of the last price that is needed to reach the price, in percent of the last price', () => {
  expect(distancePercent(d('99.5'), d('100'))).toBe('-0.5')
  expect(distancePercent(d('110'), d('100'))).toBe('10')
  expect(distancePercent(d('110'), null)).toBeNull()
  expect(distancePercent(d('110'), d('0'))).toBeNull()
})

test('a stop-limit order has the distance to its stop price, and a stop-loss / take-profit order has both distances', () => {
  const stopLimit = makeOrder({ body: { ...body, limitPrice: d('105'), stopPrice: d('104') } })
  expect(distancesOf(stopLimit, d('100'))).toEqual([{ to: 'stop', percent: '4' }])
  expect(distancesOf(guarded(), d('100'))).toEqual([
    { to: 'stop-loss', percent: '-10' },
    { to: 'take-profit', percent: '20' },
  ])
  expect(distancesOf(guarded({ takeProfitPrice: null }), null)).toEqual([{ to: 'stop-loss', percent: null }])
})

test('a market order and a finished order have no distance', () => {
  expect(distancesOf(makeOrder({ body: { ...body, limitPrice: null } }), d('100'))).toEqual([])
  expect(distancesOf(makeOrder({ status: 'ORDER_STATUS_FILLED' }), d('100'))).toEqual([])
})

test('an open order is valued by its remaining quantity, a finished one by its whole quantity', () => {
  const half = { initialQuantity: d('10'), remainingQuantity: d('4') }
  const details = makeDetails({ type: 'EQUITIES', quoteCurrency: 'RUB' })
  expect(notionalOf(makeOrder(half), details)).toMatchObject({
    ...{ value: '398', currency: 'RUB' },
    note: { code: 'what-remains', formula: { code: 'by-piece' } },
  })
  expect(notionalOf(makeOrder({ ...half, status: 'ORDER_STATUS_CANCELED' }), details).value).toBe('995')
})

test('the price of a bond is in percent of its face value', () => {
  const bond = makeDetails({ type: 'BONDS', faceValue: d('1000'), faceCurrency: 'RUB' })
  expect(notionalOf(makeOrder({ remainingQuantity: d('2') }), bond)).toMatchObject({ value: '1990', currency: 'RUB' })
})

test('a stop-loss / take-profit order is valued with the quantity that belongs to the price used', () => {
  const details = makeDetails({ type: 'EQUITIES', quoteCurrency: 'RUB' })
  expect(notionalOf(guarded(), details).value).toBe('900')
  expect(notionalOf(guarded({ stopLossPrice: null }), details).value).toBe('480')
})

test('an unknown factor makes the value unknown and says what is missing', () => {
  expect(notionalOf(makeOrder(), null)).toMatchObject({ value: null, note: { code: 'no-reference-data' } })
  expect(notionalOf(makeOrder({ body: { ...body, limitPrice: null } }), null)).toMatchObject({
    value: null,
    note: { code: 'order-without-price' },
  })
})
