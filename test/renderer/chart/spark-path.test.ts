import { expect, test } from 'vitest'
import { drawSpark, summariseSpark } from '#renderer/chart/spark-path.ts'
import { dec } from '../fixtures/data.ts'

const points = (...pairs: readonly (readonly [number, string])[]) =>
  pairs.map(([at, last]) => ({ at, last: dec(last) }))
const span = { from: 0, until: 100, maxGapMs: 20 }

test('time maps to the width and the price to the height, with y growing downwards', () => {
  expect(drawSpark(points([0, '1'], [10, '3'], [20, '2']), span, 100, 10)).toEqual({
    path: 'M0 10L10 0L20 5',
    dots: [],
  })
})

test('the line breaks at gaps, and isolated points are dots', () => {
  const drawing = drawSpark(points([0, '1'], [20, '2'], [41, '3'], [80, '1'], [100, '2']), span, 100, 10)
  expect(drawing).toEqual({ path: 'M0 10L20 5M80 10L100 5', dots: [{ x: 41, y: 0 }] })
})

test('a constant price is a line in the middle', () => {
  expect(drawSpark(points([0, '5'], [10, '5']), span, 100, 10).path).toBe('M0 5L10 5')
})

test('the summary has first, last, low, high, direction and gaps; an empty record has no summary', () => {
  const all = points([0, '10'], [10, '9.5'], [50, '100'], [60, '10'])
  expect(summariseSpark(all, 20)).toEqual({
    first: all[0],
    last: all[3],
    low: '9.5',
    high: '100',
    direction: 0,
    gaps: 1,
  })
  expect(summariseSpark(points([0, '2'], [1, '10']), 20)?.direction).toBe(1)
  expect(summariseSpark([], 20)).toBeNull()
})
