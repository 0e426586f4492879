import { expect, test } from 'vitest'
import type { Conversion } from '#main/insight/currency/convert.ts'
import { weigh } from '#main/insight/currency/weights.ts'
import { d } from '../make.ts'

const held = (symbol: string, value: string | null, currency: string | null = 'USD') => ({
  ...{ symbol, currency },
  value: value === null ? null : d(value),
})
const cash = (amount: string, currency = 'USD') => ({ amount: d(amount), currency })
const toRoubles: Conversion = {
  currency: 'RUB',
  rateOf: (currency) =>
    currency === 'USD'
      ? { rate: { currency, symbol: 'USD@X', rate: d('80'), at: 0, isInverse: false, via: null } }
      : { problem: 'no-instrument', symbol: null },
}
const weightsOf = ({ rows }: { rows: readonly { weight: number | null }[] }) => rows.map(({ weight }) => weight)

test('weights are fractions of positions and cash together; short positions and debts count by their size', () => {
  const { rows, whole } = weigh([held('A', '300'), held('B', '-100')], [cash('400'), cash('-16000', 'RUB')], toRoubles)
  expect(weightsOf({ rows })).toEqual([0.3, 0.1])
  expect(whole).toMatchObject({ currency: 'RUB', gross: '80000', leftOut: { symbols: [], currencies: [] } })
  expect(whole.cash.map(({ currency, inWhole, weight }) => [currency, inWhole, weight])).toEqual([
    ['USD', '32000', 0.4],
    ['RUB', '-16000', 0.2],
  ])
})

test('positions and cash without a value or a rate are listed as left out', () => {
  const { rows, whole } = weigh(
    [held('A', '100'), held('F', null), held('E', '5', 'EUR'), held('?', '5', null)],
    [cash('1', 'EUR'), cash('0', 'JPY'), cash('7', '')],
    toRoubles,
  )
  expect(weightsOf({ rows })).toEqual([1, null, null, null])
  expect(whole.leftOut).toEqual({ symbols: ['F', 'E', '?'], currencies: ['EUR', ''] })
})

test('without a base currency there is a total only if everything is in one currency', () => {
  const single = weigh([held('A', '300')], [cash('100'), cash('0', 'EUR')], null)
  expect([weightsOf(single), single.whole.currency]).toEqual([[0.75], 'USD'])
  for (const several of [
    weigh([held('A', '300')], [cash('100', 'EUR')], null),
    weigh([held('A', '300'), held('B', '1', 'EUR')], [], null),
    weigh([held('A', '300')], [cash('100', '')], null),
  ]) {
    expect([weightsOf(several).every((weight) => weight === null), several.whole.gross]).toEqual([true, null])
  }
})

test('a total of zero has no weights', () => {
  expect(weightsOf(weigh([held('A', '0')], [], null))).toEqual([null])
})
