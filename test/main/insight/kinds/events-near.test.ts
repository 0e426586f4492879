import { expect, test } from 'vitest'
import {
  eventsNear,
  eventOfBondEvent,
  eventOfDividend,
  eventOfSplit,
  type ComparableEvent,
} from '#main/insight/kinds/events-near.ts'
import type { Decimal } from '#shared/decimal.ts'

const dec = (text: string): Decimal => text as Decimal
const day = (date: string): number => Date.parse(`${date}T12:00:00Z`)
const paid = (date: string, amount: string, currency = 'RUB') => ({
  at: day(date),
  change: { currency, amount: dec(amount) },
  changeQuantity: null,
  isNamedRepayment: false,
})
const bondEvent = (type: string, date: string, value: string, newFaceValue: string | null = null) =>
  eventOfBondEvent({
    ...{ date, type, value: dec(value), currency: 'RUB', coupon: null, offer: null },
    amortization:
      newFaceValue === null ? null : { newFaceValue: dec(newFaceValue), initialFaceValue: dec('1000'), percent: null },
  })

const events: readonly ComparableEvent[] = [
  ...eventOfDividend({ date: '2026-07-10', amount: dec('33.3'), currency: 'RUB' }),
  ...bondEvent('COUPON', '2026-03-02', '40.89'),
  ...bondEvent('AMORTIZATION', '2026-03-02', '250', '750'),
  ...bondEvent('AMORTIZATION', '2027-03-02', '750', '0'),
]

test('a payment for an integer number of pieces near the date of an event belongs to the event', () => {
  expect(eventsNear(paid('2026-07-12', '999'), events)).toEqual(['dividend'])
  expect(eventsNear(paid('2026-07-12', '-999'), events)).toEqual(['dividend'])
  expect(eventsNear(paid('2026-03-03', '286.23'), events)).toEqual(['coupon'])
  expect(eventsNear(paid('2026-03-03', '1750'), events)).toEqual(['amortization'])
  expect(eventsNear(paid('2027-03-03', '1500'), events)).toEqual(['redemption'])
})

test('a payment of another amount, currency or time belongs to no event', () => {
  expect(eventsNear(paid('2026-07-12', '1000'), events)).toEqual([])
  expect(eventsNear(paid('2026-07-12', '999', 'USD'), events)).toEqual([])
  expect(eventsNear(paid('2026-07-04', '999'), events)).toEqual([])
  expect(eventsNear(paid('2026-08-24', '999'), events)).toEqual([])
  expect(eventsNear(paid('2026-07-12', '0'), events)).toEqual([])
  expect(eventsNear({ ...paid('2026-07-12', '0'), change: null }, events)).toEqual([])
})

test('a repayment that is named so and paid in another currency belongs to the nearest repayment', () => {
  const named = (date: string) => ({ ...paid(date, '22812.5', 'USD'), isNamedRepayment: true })
  expect(eventsNear(named('2026-03-03'), events)).toEqual(['amortization'])
  expect(eventsNear(named('2027-03-03'), events)).toEqual(['redemption'])
  expect(eventsNear(named('2026-07-12'), events)).toEqual([])
  expect(eventsNear(paid('2026-03-03', '22812.5', 'USD'), events)).toEqual([])
})

test('for an amount that matches two kinds of events, both kinds are returned', () => {
  expect(eventsNear(paid('2026-03-03', '1022250'), events)).toEqual(['coupon', 'amortization'])
})

test('a change of pieces without money near a split belongs to the split', () => {
  const split = eventOfSplit({
    execDate: '2026-05-04',
    oldRatio: dec('1'),
    newRatio: dec('10'),
    newLot: null,
    conversionType: '',
  })
  const moved = { at: day('2026-05-05'), change: null, changeQuantity: dec('90'), isNamedRepayment: false }
  expect(eventsNear(moved, split)).toEqual(['split'])
  expect(eventsNear({ ...moved, change: { currency: 'RUB', amount: dec('0') } }, split)).toEqual(['split'])
  expect(eventsNear({ ...moved, change: { currency: 'RUB', amount: dec('5') } }, split)).toEqual([])
  expect(eventsNear({ ...moved, changeQuantity: dec('0') }, split)).toEqual([])
})

test('an event without a complete date or without an amount matches no row', () => {
  expect(eventOfDividend({ date: '2026-07', amount: dec('1'), currency: 'RUB' })).toEqual([])
  expect(eventOfDividend({ date: '2026-07-10', amount: null, currency: 'RUB' })).toEqual([])
  expect(bondEvent('OFFER', '2026-03-02', '1000')).toEqual([])
})

test('of several repayments of face value, only the nearest one counts', () => {
  const monthly = [
    ...bondEvent('AMORTIZATION', '2026-03-02', '100', '200'),
    ...bondEvent('AMORTIZATION', '2026-04-01', '100', '100'),
    ...bondEvent('AMORTIZATION', '2026-05-01', '100', '0'),
  ]
  expect(eventsNear(paid('2026-04-02', '1000'), monthly)).toEqual(['amortization'])
  expect(eventsNear(paid('2026-05-03', '1000'), monthly)).toEqual(['redemption'])
  expect(eventsNear(paid('2026-04-30', '1000'), monthly)).toEqual(['redemption'])
})
