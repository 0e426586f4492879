import { expect, test } from 'vitest'
import { bondFigures, type BondSource } from '#main/insight/bonds/bond-figures.ts'
import { dateOf } from '#main/insight/events/days.ts'
import type { Decimal } from '#shared/decimal.ts'
import type { BondEvent } from '#shared/model/instrument.ts'
import { d, makeDetails } from '../make.ts'

const today = 20_000
const event = (day: number, over: Partial<BondEvent> = {}): BondEvent => ({
  ...{ date: dateOf(day), type: 'COUPON', value: d('50'), currency: 'RUB' },
  ...{ coupon: null, amortization: null, offer: null },
  ...over,
})
const details = (maturesOn: number, faceValue: Decimal | null = d('1000')) =>
  makeDetails({ type: 'BONDS', expirationDate: dateOf(maturesOn), faceValue, faceCurrency: 'RUB' })
const figuresOf = (source: Partial<BondSource>) =>
  bondFigures(
    {
      ...{ symbol: 'B@MISX', details: details(today + 365), events: [], typedMaturity: null, price: d('100') },
      ...source,
    },
    today,
  )
/** Coupons of 50 every 182 days, the last of them today. */
const halfYearly = [event(today - 364), event(today - 182), event(today)]

test('a bond without coupons yields its discount over a year: 1000 for 900', () => {
  const { yieldToMaturity, daysToMaturity } = figuresOf({ price: d('90') })
  expect(yieldToMaturity).toBeCloseTo(1000 / 900 - 1, 12)
  expect(daysToMaturity).toBe(365)
})

test('a bond at par on the day of a coupon, with yearly coupons of 10 %, yields 10 %', () => {
  const yearly = [1, 2, 3].map((year) => event(today + 365 * year, { value: d('100') }))
  const { yieldToMaturity, isYieldProjected } = figuresOf({
    details: details(today + 3 * 365),
    events: [event(today, { value: d('100') }), ...yearly],
  })
  expect(yieldToMaturity).toBeCloseTo(0.1, 12)
  expect(isYieldProjected).toBe(false)
})

test('half-yearly coupons are reinvested: 5 % every 182 days yield 1.05^(365/182) − 1 in a year', () => {
  const found = figuresOf({ details: details(today + 182 * 12), events: halfYearly })
  expect(found.yieldToMaturity).toBeCloseTo(1.05 ** (365 / 182) - 1, 12)
  expect(found.isYieldProjected).toBe(true)
})

test('accrued interest is exact to the cent and is part of the price paid', () => {
  const later = [event(today - 273), event(today - 91), event(today + 91)]
  const found = figuresOf({ details: details(today + 91 + 182 * 9), events: later })
  expect(found.accruedInterest).toEqual({ amount: '25', currency: 'RUB' })
  // The price is par and half a period has accrued: the flows are worth par plus the accrued interest.
  const paid = 1025
  const presentValues = Array.from(
    { length: 10 },
    (_, i) => (i === 9 ? 1050 : 50) / (1 + found.yieldToMaturity!) ** ((91 + 182 * i) / 365),
  )
  expect(presentValues.reduce((sum, value) => sum + value, 0)).toBeCloseTo(paid, 6)
})

test('accrued interest counts from the stated start of the coupon period', () => {
  const coupon = { recordDate: null, startDate: dateOf(today - 10), faceValue: null, valuePercent: null }
  const first = event(today + 90, { coupon, value: d('20') })
  expect(figuresOf({ events: [first] }).accruedInterest).toEqual({ amount: '2', currency: 'RUB' })
})

test('the next coupon is an announced one, or one projected from equal coupons', () => {
  expect(figuresOf({ details: details(today + 400), events: [...halfYearly, event(today + 180)] }).nextCoupon).toEqual({
    ...{ date: dateOf(today + 180), amount: '50', currency: 'RUB', isProjected: false },
  })
  expect(figuresOf({ details: details(today + 364), events: halfYearly }).nextCoupon).toEqual({
    ...{ date: dateOf(today + 182), amount: '50', currency: 'RUB', isProjected: true },
  })
})

test('the last period may be some days shorter', () => {
  const found = figuresOf({ details: details(today + 179), events: halfYearly })
  expect(found.nextCoupon).toMatchObject({ date: dateOf(today + 179), amount: '50' })
  expect(found.yieldToMaturity).toBeCloseTo(1.05 ** (365 / 179) - 1, 12)
})

test('amortizations of the service are separate flows', () => {
  const repaid = (day: number, left: string): BondEvent =>
    event(day, {
      ...{ type: 'AMORTIZATION', value: d('500') },
      amortization: { newFaceValue: d(left), initialFaceValue: d('1000'), percent: d('50') },
    })
  const events = [
    ...[event(today, { value: d('100') }), event(today + 365, { value: d('100') })],
    ...[repaid(today + 365, '500'), event(today + 730, { value: d('50') }), repaid(today + 730, '0')],
  ]
  expect(figuresOf({ details: details(today + 730), events }).yieldToMaturity).toBeCloseTo(0.1, 12)
})

test.each<[string, Partial<BondSource>, string]>([
  ['without a price', { price: null }, 'no-price'],
  ['without a face value', { details: details(today + 365, null) }, 'no-face'],
  ['without reference data', { details: null }, 'no-reference'],
  ['before events are read', { events: null }, 'events-not-read'],
  ['at maturity', { details: details(today) }, 'matured'],
  [
    'with coupons that change',
    { details: details(today + 900), events: [event(today - 182), event(today, { value: d('61') })] },
    'coupons-unknown',
  ],
  ['with only one coupon', { details: details(today + 900), events: [event(today)] }, 'coupons-unknown'],
  [
    'with coupons in another currency',
    {
      events: [
        event(today + 365, {
          currency: 'USD',
          coupon: { recordDate: null, startDate: dateOf(today), faceValue: null, valuePercent: null },
        }),
      ],
    },
    'currencies-differ',
  ],
])('%s there is no yield, and the reason is given', (_, source, reason) => {
  expect(figuresOf(source)).toMatchObject({ yieldToMaturity: null, yieldGap: reason })
})

test('the date of a future offer is given, and the yield ignores the offer', () => {
  const offer = event(today + 100, { type: 'OFFER', value: d('1000') })
  const found = figuresOf({ price: d('90'), events: [offer] })
  expect(found.offerOn).toBe(dateOf(today + 100))
  expect(found.yieldToMaturity).toBeCloseTo(1000 / 900 - 1, 12)
})

test('a typed maturity gives the same yield as a served one, and is marked as typed', () => {
  const maturity = today + 182 * 12
  const served = figuresOf({ details: details(maturity), events: halfYearly })
  const undated = { ...details(maturity), expirationDate: null }
  const typed = figuresOf({ details: undated, events: halfYearly, typedMaturity: dateOf(maturity) })
  expect(typed).toEqual({ ...served, maturitySource: 'typed' })
  expect(served).toMatchObject({ maturitySource: 'served', maturesOn: dateOf(maturity) })
  expect(figuresOf({ details: undated, events: halfYearly })).toMatchObject({
    ...{ maturesOn: null, maturitySource: null, daysToMaturity: null },
    ...{ yieldToMaturity: null, yieldGap: 'no-maturity' },
  })
})

test('a bond that was repaid has matured on the day of the last repayment, whatever was typed', () => {
  const repaid = event(today - 1, {
    ...{ type: 'AMORTIZATION', value: d('1000') },
    amortization: { initialFaceValue: null, newFaceValue: d('0'), percent: null },
  })
  const undated = { ...details(today), expirationDate: null }
  const found = figuresOf({ details: undated, events: [...halfYearly, repaid], typedMaturity: dateOf(today + 365) })
  expect(found).toMatchObject({ maturesOn: dateOf(today - 1), maturitySource: 'repaid', yieldGap: 'matured' })
})
