import { expect, test } from 'vitest'
import type { Conversion } from '#main/insight/currency/convert.ts'
import { convertPast, amountsFrom } from '#main/insight/history/converted-past.ts'
import type { DerivedPast } from '#main/insight/history/past-price.ts'
import { dayMs } from '#shared/durations.ts'
import { d } from '../make.ts'

const rub = (amount: string) => ({ currency: 'RUB', amount: d(amount) })
const usd = (amount: string) => ({ currency: 'USD', amount: d(amount) })
const noTarget = { recordedIn: null, hasRecord: false, base: null, rateAt: null }

/** Rates of a book in which the dollar has a rate from the second day on. */
const rateAt = (at: number): Conversion => ({
  currency: 'RUB',
  rateOf: (currency) =>
    at < 2 * dayMs
      ? { problem: 'not-read', symbol: 'USDRUB@FX' }
      : { rate: { currency, symbol: 'USDRUB@FX', rate: d('80'), at: 2 * dayMs, isInverse: false, via: null } },
})

const past: DerivedPast = {
  ...{ isLoaded: true, isCertain: true, differing: [], notCounted: 0, rateTrades: [] },
  moments: [
    { at: dayMs, parts: [rub('100')], oldestPriceAt: null },
    { at: 2 * dayMs, parts: [rub('100'), usd('1')], oldestPriceAt: 5 },
    { at: 3 * dayMs, parts: null, oldestPriceAt: null },
  ],
  flows: [
    { at: 0, ...rub('100') },
    { at: 0, ...usd('3') },
    { at: 2 * dayMs, ...usd('1') },
  ],
}

test('the past is in the base currency at the rates of the time, and flows without a rate are listed as not converted', () => {
  const { currency, moments, deposits, notDerived } = convertPast(past, { ...noTarget, base: 'RUB', rateAt })
  expect(currency).toBe('RUB')
  expect(moments.map(({ equity, oldestPriceAt }) => [equity, oldestPriceAt])).toEqual([
    ['100', null],
    ['180', 5],
    [null, null],
  ])
  expect(deposits).toEqual({
    currency: 'RUB',
    points: [
      { at: 0, amount: '100' },
      { at: 2 * dayMs, amount: '180' },
    ],
    notConverted: [usd('3')],
    notCounted: 0,
  })
  expect(notDerived).toBeNull()
})

test('without a base currency, equity has a value only if everything is in one currency', () => {
  expect(convertPast(past, noTarget)).toMatchObject({ currency: null, notDerived: { reason: 'no-value' } })
  const single = { ...past, moments: past.moments.slice(0, 1), flows: past.flows.slice(0, 1) }
  expect(convertPast(single, noTarget)).toMatchObject({ currency: 'RUB', moments: [{ equity: '100' }] })
})

test('if the currency of the recorded equity is unknown, no equity is derived, and deposits are in the currency of most flows', () => {
  const { currency, moments, deposits } = convertPast(past, { ...noTarget, hasRecord: true })
  expect([currency, moments.map(({ equity }) => equity)]).toEqual([null, [null, null, null]])
  expect(deposits?.currency).toBe('USD')
})

test('an incomplete history has no deposits, and a difference is given as the reason for missing equity', () => {
  const partial = { ...past, isLoaded: false, isCertain: false, moments: [], flows: [] }
  expect(convertPast(partial, noTarget)).toMatchObject({ deposits: null, notDerived: { reason: 'not-loaded' } })
  const differing = { ...past, isCertain: false, differing: ['A@X'] }
  expect(convertPast(differing, noTarget).notDerived).toEqual({ reason: 'differs', names: ['A@X'] })
})

test('earlier deposits count from the start of the range', () => {
  expect(amountsFrom([{ at: 1 }, { at: 5 }, { at: 9 }], 6)).toEqual([{ at: 6 }, { at: 9 }])
  expect(amountsFrom([{ at: 7 }], 6)).toEqual([{ at: 7 }])
})

test('money of unknown currency is in no value and is named over its time', () => {
  const unknown = (amount: string) => ({ currency: '', amount: d(amount) })
  const mixed: DerivedPast = {
    ...past,
    moments: [
      { at: dayMs, parts: [rub('100')], oldestPriceAt: null },
      { at: 2 * dayMs, parts: [rub('100'), unknown('3')], oldestPriceAt: null },
      { at: 3 * dayMs, parts: [rub('90'), unknown('3')], oldestPriceAt: null },
      { at: 4 * dayMs, parts: [rub('90')], oldestPriceAt: null },
    ],
    flows: [
      { at: 0, ...rub('100') },
      { at: dayMs, ...unknown('3') },
    ],
  }
  const { currency, moments, unknownCurrency, deposits, notDerived } = convertPast(mixed, noTarget)
  expect([currency, notDerived, moments.map(({ equity }) => equity)]).toEqual(['RUB', null, ['100', '100', '90', '90']])
  expect(unknownCurrency).toEqual([
    { at: 2 * dayMs, amount: '3' },
    { at: 4 * dayMs, amount: '0' },
  ])
  expect(deposits).toMatchObject({ currency: 'RUB', points: [{ amount: '100' }], notConverted: [unknown('3')] })
  expect(amountsFrom(unknownCurrency, 3 * dayMs)).toEqual([
    { at: 3 * dayMs, amount: '3' },
    { at: 4 * dayMs, amount: '0' },
  ])
})
