import { expect, test } from 'vitest'
import { drawPositions } from '../../../../src/main/insight/portfolio/position-curve.ts'
import { d, makeDetails } from '../make.ts'

const span = (over: Partial<Parameters<typeof drawPositions>[0][number]> = {}) => ({
  accountId: 'A',
  at: 1,
  until: 2,
  quantity: d('10'),
  averagePrice: d('9'),
  price: d('101.5'),
  ...over,
})
const values = (spans: Parameters<typeof drawPositions>[0], details: Parameters<typeof drawPositions>[1]) =>
  drawPositions(spans, details).map(({ points }) => points.map(({ value }) => value))

test('the value of a holding is quantity × price at that time, and 0 after it is sold', () => {
  const spans = [span(), span({ at: 3, quantity: d('0'), price: null }), span({ at: 4, price: null })]
  expect(values(spans, makeDetails())).toEqual([['1015', '0', null]])
  expect(values([span({ quantity: null })], makeDetails())).toEqual([[null]])
})

test('a bond is valued in percent of its face value, in the currency of the face value', () => {
  const bond = makeDetails({ type: 'BONDS', faceValue: d('1000'), faceCurrency: 'RUB' })
  expect(drawPositions([span()], bond)).toMatchObject([{ currency: 'RUB', points: [{ value: '10150' }] }])
})

test('a position without a value or reference data has null values and a note with the reason', () => {
  const gone = span({ quantity: d('0'), price: null })
  const [future] = drawPositions([span(), gone], makeDetails({ type: 'FUTURES' }))
  expect(future).toMatchObject({
    valueNote: 'A future has a margin, not a value',
    points: [{ value: null }, { value: null }],
  })
  const [unknown] = drawPositions([gone], null)
  expect(unknown).toMatchObject({
    currency: null,
    valueNote: 'The reference data has not been loaded yet',
    points: [{ value: null }],
  })
})
