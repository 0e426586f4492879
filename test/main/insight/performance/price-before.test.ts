import { expect, it } from 'vitest'
import { valueHolding } from '#main/insight/day/value-account.ts'
import type { PastPrice, PricedInstrument } from '#main/insight/history/past-price.ts'
import { valueAt } from '#main/insight/performance/price-before.ts'
import { dayMs } from '#shared/durations.ts'
import { units } from '../ledger/make-row.ts'

const repaidAt = Date.UTC(2025, 2, 28)
const facts = {
  isFuture: false,
  amortizations: [{ at: repaidAt, numerator: units('250'), denominator: units('1000'), currency: 'RUB' }],
}
const bond: PricedInstrument = { type: 'BONDS', currency: 'RUB', contractSize: null, face: units('750'), facts }
const price: PastPrice = {
  ...{ numerator: units('90'), denominator: units('1'), currency: 'RUB', at: repaidAt - 2 * dayMs, isPercent: true },
}

it('at the end of the day before a repayment, a bond is valued with the face value before it', () => {
  const held = { symbol: 'B@X', pieces: units('2'), traded: price, splitAt: null, due: 0n }
  const valuesAt = (at: number) => [
    valueAt(units('2'), price, bond, at)?.amount,
    valueHolding(held, bond, at, () => null).value,
  ]
  expect(valuesAt(repaidAt)).toEqual([units('1800'), units('1800')])
  expect(valuesAt(repaidAt + dayMs)).toEqual([units('1350'), units('1350')])
})

it('the quote of a day is from before the start of the next day', () => {
  const share: PricedInstrument = { ...bond, type: 'EQUITIES', facts: { isFuture: false, amortizations: [] } }
  const quoteTimes: number[] = []
  valueHolding(
    { symbol: 'B@X', pieces: units('2'), traded: null, splitAt: null, due: 0n },
    share,
    repaidAt,
    (_, at) => {
      quoteTimes.push(at)
      return null
    },
  )
  expect(quoteTimes).toEqual([repaidAt - 1])
})
