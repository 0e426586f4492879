import { expect, it } from 'vitest'
import { multiply, sum } from '#shared/decimal.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../../cache/open-cache.ts'
import { deposit, leftOf, main, openPerformance, prices, start, exampleRows, trade } from './rig.ts'

const inDollars = (row: Transaction): Transaction => ({
  ...row,
  change: row.change === null ? null : { currency: 'USD', amount: row.change.amount },
})
const dollarRate = {
  ...{ currency: 'USD', symbol: 'USDRUB@X', rate: dec('92.5'), at: start, isInverse: false, via: null },
}
const inRoubles = { base: 'RUB', rates: [dollarRate], missing: [] }

it('amounts of two currencies are added only at named rates, and the parts add up to the total', async () => {
  const { read } = await openPerformance({ [main]: [...exampleRows(), inDollars(deposit(10, '33.33'))] }, prices)
  const unconverted = read()
  expect(unconverted).toMatchObject({ reason: 'several-currencies', currency: null, end: null, base: null })
  expect(unconverted.byCurrency.map(({ currency, end }) => [currency, end])).toEqual([
    ['RUB', '884.59'],
    ['USD', '33.33'],
  ])
  const found = read({ rates: inRoubles })
  expect(found).toMatchObject({ reason: null, currency: 'RUB', end: '3967.615', base: { rates: [dollarRate] } })
  expect(leftOf(found)).toBe('0')
  for (const name of ['end', 'netDeposits', 'realized', 'unrealized', 'income', 'fees', 'taxes'] as const) {
    const parts = found.byCurrency.map((each) =>
      multiply(each[name]!, each.currency === 'RUB' ? dec('1') : dec('92.5')),
    )
    expect([name, sum(parts)]).toEqual([name, found[name]])
  }
})

it('a currency without a rate is not in the total, and the figures at the top are unknown', async () => {
  const { read } = await openPerformance({ [main]: [...exampleRows(), inDollars(deposit(10, '33.33'))] }, prices)
  const missing = [{ currency: 'USD', problem: 'no-instrument' as const }]
  const found = read({ rates: { base: 'RUB', rates: [], missing } })
  expect(found.base).toMatchObject({ end: '884.59', notConverted: [{ currency: 'USD', problem: 'no-instrument' }] })
  expect(read({ currency: 'USD' })).toMatchObject({ currency: 'USD', end: '33.33', netDeposits: '33.33' })
})

it('an instrument traded in another currency than that of its value is listed separately', async () => {
  const rows = [inDollars(deposit(1, '100')), inDollars(trade(2, 'A@X', 10, 10))]
  const { read } = await openPerformance({ [main]: rows }, prices)
  const found = read({ rates: inRoubles })
  expect(found.remainderParts).toMatchObject([{ reason: 'other-currency', symbols: ['A@X'] }])
  expect(leftOf(found)).toBe('0')
  for (const each of found.byCurrency) expect([leftOf(each), each.xirr.reason]).toEqual(['0', 'unknown-value'])
})
