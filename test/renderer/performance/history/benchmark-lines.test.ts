import { expect, test } from 'vitest'
import { growthLine } from '../../../../src/renderer/performance/history/benchmark-lines.ts'

const point = (at: number, growth: number, followsGap = false) => ({ at, growth, followsGap })

test('growth is drawn as a change in percent, and the line breaks where the days before are not known', () => {
  expect(growthLine([point(1, 1), point(2, 1.5), point(9, 0.75, true)])).toEqual([
    { at: 1, value: 0 },
    { at: 2, value: 50 },
    { at: 9, value: null },
    { at: 9, value: -25 },
  ])
})

test('a gap before the first point breaks nothing', () => {
  expect(growthLine([point(1, 1, true)])).toEqual([{ at: 1, value: 0 }])
})
