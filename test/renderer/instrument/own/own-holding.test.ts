import { expect, test } from 'vitest'
import { drawCurve } from '#renderer/chart/equity-curve.ts'
import { quantityCurve } from '#renderer/instrument/own/own-holding.svelte.ts'
import { dec } from '../../fixtures/data.ts'

const changes = [
  { at: 100, quantity: dec('60') },
  { at: 200, quantity: dec('120') },
  { at: 300, quantity: dec('0') },
]
const drawn = (...range: [from: number, until: number]) =>
  drawCurve(quantityCurve(changes, ...range)).map(({ x, equity }) => [x, equity])

test('each quantity is valid until the next change, and the last quantity until now', () => {
  expect(drawn(0, 400)).toEqual([
    [100, '60'],
    [200, '60'],
    [200, '120'],
    [300, '120'],
    [300, '0'],
    [400, '0'],
  ])
})

test('a range begins with the quantity that was held at its start', () => {
  expect(drawn(250, 400)[0]).toEqual([250, '120'])
  expect(drawn(350, 400)).toEqual([
    [350, '0'],
    [400, '0'],
  ])
})

test('an unknown quantity is a gap, not a zero', () => {
  const points = drawCurve(quantityCurve([changes[0]!, { at: 200, quantity: null }, changes[2]!], 0, 400))
  expect(points.map(({ y }) => y)).toEqual([60, 60, null, 0, 0])
})
