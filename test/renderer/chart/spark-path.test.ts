import { expect, test } from 'vitest'
import { drawSpark, summariseSpark } from '../../../src/renderer/watchlist/spark-path.ts'
import { dec } from '../fixtures/data.ts'

const points = (...pairs: readonly (readonly [number, string])[]) =>
  pairs.map(([at, last]) => ({ at, last: dec(last) }))
const span = { from: 0, until: 100, maxGapMs: 20 }

test('time goes over the width, the price over the height, upside down as a screen counts', () => {
  expect(drawSpark(points([0, '1'], [10, '3'], [20, '2']), span, 100, 10)).toEqual({
    path: 'M0 10L10 0L20 5',
    dots: [],
  })
})

test('where nobody looked the line breaks, and what stands alone is a dot', () => {
  const drawing = drawSpark(points([0, '1'], [20, '2'], [41, '3'], [80, '1'], [100, '2']), span, 100, 10)
  expect(drawing).toEqual({ path: 'M0 10L20 5M80 10L100 5', dots: [{ x: 41, y: 0 }] })
})

test('a price that does not move is a line in the middle', () => {
  expect(drawSpark(points([0, '5'], [10, '5']), span, 100, 10).path).toBe('M0 5L10 5')
})

test('in figures: first, last, lowest, highest, which way, how many gaps; nothing of nothing', () => {
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
