import { expect, test } from 'vitest'
import { drawPositions } from '../../../src/main/insight/position-curve.ts'
import { d, makeDetails } from './make.ts'

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

test('a holding is worth quantity × price of its time, and nothing once it is gone', () => {
  const spans = [span(), span({ at: 3, quantity: d('0'), price: null }), span({ at: 4, price: null })]
  expect(values(spans, makeDetails())).toEqual([['1015', '0', null]])
  expect(values([span({ quantity: null })], makeDetails())).toEqual([[null]])
})

test('a bond is valued in percent of its face, in its currency', () => {
  const bond = makeDetails({ type: 'BONDS', faceValue: d('1000'), faceCurrency: 'RUB' })
  expect(drawPositions([span()], bond)).toMatchObject([{ currency: 'RUB', points: [{ value: '10150' }] }])
})

test('what has no value, or no reference data yet, says why and claims no zero', () => {
  const gone = span({ quantity: d('0'), price: null })
  const [future] = drawPositions([span(), gone], makeDetails({ type: 'FUTURES' }))
  expect(future).toMatchObject({
    valueNote: 'A future has a margin, not a value',
    points: [{ value: null }, { value: null }],
  })
  const [unknown] = drawPositions([gone], null)
  expect(unknown).toMatchObject({
    currency: null,
    valueNote: 'The reference data is not loaded yet',
    points: [{ value: null }],
  })
})
