import { expect, test } from 'vitest'
import { weighPrices } from '#main/sync/quotes/planner-inputs.ts'
import { d, makeAccount, makePosition } from '../../insight/make.ts'

const position = (symbol: string, quantity: string | null, price: string | null) =>
  makePosition({
    symbol,
    quantity: quantity === null ? null : d(quantity),
    currentPrice: price === null ? null : d(price),
  })

test('the weight of a held price is its value over all accounts, long or short', () => {
  const weightOf = weighPrices([
    makeAccount({ positions: [position('A@X', '10', '5'), position('B@X', '-3', '100')] }),
    makeAccount({ id: '2', positions: [position('A@X', '20', '5')] }),
  ])
  expect([weightOf('A@X'), weightOf('B@X')]).toEqual([150, 300])
})

test('a price that is only watched or has no known value has the median weight of the held prices', () => {
  const positions = [
    position('A@X', '1', '10'),
    position('B@X', '1', '20'),
    position('C@X', '1', '900'),
    position('UNPRICED@X', '5', null),
    position('ZERO@X', '5', '0'),
  ]
  const weightOf = weighPrices([makeAccount({ positions })])
  for (const symbol of ['WATCHED@X', 'UNPRICED@X', 'ZERO@X']) expect(weightOf(symbol)).toBe(20)
})

test('if nothing is held, all weights are equal', () => {
  expect(weighPrices([])('A@X')).toBe(1)
})
