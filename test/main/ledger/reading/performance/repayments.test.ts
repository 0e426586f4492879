import { expect, it, test } from 'vitest'
import type { Cache } from '#main/cache/cache.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../../cache/open-cache.ts'
import { makeDetails } from '../../../insight/make.ts'
import { day, deposit, leftOf, main, money, now, openPerformance, trade, type Prices } from './rig.ts'

const symbol = 'B@X'
const dateOf = (count: number): string => new Date(day(count)).toISOString().slice(0, 10)

/** A bond with a face value of 1000 that repays these amounts on these days. */
const bondThatRepays =
  (repayments: readonly (readonly [day: number, amount: number])[]) =>
  ({ cache }: { readonly cache: Cache }): void => {
    cache.instrumentDetails.put(makeDetails({ symbol, type: 'BONDS', quoteCurrency: 'RUB', faceValue: dec('1000') }), 1)
    let face = 1000
    const events = repayments.map(([count, amount]) => ({
      ...{ date: dateOf(count), type: 'AMORTIZATION', value: dec(String(amount)), currency: 'RUB' },
      ...{ coupon: null, offer: null },
      amortization: { newFaceValue: dec(String((face -= amount))), initialFaceValue: dec('1000'), percent: null },
    }))
    cache.corporateEvents.replaceBondEvents(symbol, events, now)
  }

const repaid = (count: number, amount: string, pieces = '0'): Transaction => ({
  ...money(count, 'INCOME', pieces === '0' ? 'Амортизация' : 'Погашение облигаций', amount, symbol),
  changeQuantity: dec(pieces),
})
const bought = [
  deposit(0, '20000'),
  { ...trade(1, symbol, 10, 1000), trade: { size: dec('10'), price: dec('100'), accruedInterest: dec('0') } },
]
const priced = (price: string): Prices => ({
  [symbol]: Array.from({ length: 120 }, (_, index) => [index, price] as const),
})

it.each([
  ['a redemption', [[60, 1000]], [repaid(63, '10000', '-10')]],
  ['a redemption whose money comes in parts', [[60, 1000]], [repaid(62, '6000', '-6'), repaid(64, '4000', '-4')]],
  ['an amortization', [[60, 250]], [repaid(63, '2500')]],
  ['an amortization whose money comes in parts', [[60, 250]], [repaid(62, '1000'), repaid(64, '1500')]],
  [
    'amortizations close to each other',
    [
      [60, 250],
      [75, 250],
    ],
    [repaid(63, '2500'), repaid(80, '2500')],
  ],
] as const)('the money of %s is owed until it is booked', async (_, events, rows) => {
  const { read } = await openPerformance({ [main]: [...bought, ...rows] }, priced('100'), bondThatRepays(events))
  for (const to of [60, 61, 62, 63, 64, 65, 76, 79, 81, 100]) {
    const found = read({ to: day(to) })
    expect([to, found.end, found.twr?.total]).toEqual([to, '20000', 0])
    expect(leftOf(found)).toBe('0')
  }
  const scope = read({ symbol, to: day(90) })
  expect(scope.twr).toMatchObject({ total: 0, coveredShare: 1 })
  expect(read({ to: day(110) })).toMatchObject({ drawdown: null, volatility: 0 })
})

test('a repayment at par is worth more than the price says', async () => {
  const { read } = await openPerformance(
    { [main]: [...bought, repaid(63, '2500')] },
    priced('90'),
    bondThatRepays([[60, 250]]),
  )
  // 10 pieces of 1000 at 90 %; then of 750 at 90 %, and 2500 in money.
  expect(read({ to: day(60) }).end).toBe('19000')
  expect([61, 62, 63, 64, 65].map((to) => read({ to: day(to) }).end)).toEqual(Array.from({ length: 5 }, () => '19250'))
})

test('money that never comes is not part of the value for ever', async () => {
  const { read } = await openPerformance({ [main]: bought }, priced('100'), bondThatRepays([[30, 250]]))
  expect(read({ to: day(75) }).end).toBe('20000')
  expect(read({ to: day(77) }).end).toBe('17500')
})
