import { expect, test } from 'vitest'
import { trendOf } from '../../bench/idle/trend.ts'
import { seededRandom } from '../fakes/random.ts'

/** A sample each quarter of an hour for two days; the noise lasts for eight samples. */
function samples(perHour: number, noise: number) {
  const draw = seededRandom(11)
  const blocks = Array.from({ length: 24 }, () => (draw() - 0.5) * noise)
  return Array.from({ length: 192 }, (_, index) => ({
    hours: index / 4,
    value: 100 + (perHour * index) / 4 + (blocks[Math.floor(index / 8)] ?? 0),
  }))
}

test('a growth is found below its noise, with its error', () => {
  const { slope, standardError } = trendOf(samples(0.5, 10))
  expect(Math.abs(slope - 0.5)).toBeLessThan(3 * (standardError ?? 0))
  expect(slope).toBeGreaterThan(2 * (standardError ?? Infinity))
})

test('noise alone is no growth, and a constant has neither', () => {
  const { slope, standardError } = trendOf(samples(0, 10))
  expect(Math.abs(slope)).toBeLessThan(2 * (standardError ?? 0))
  expect(trendOf(samples(0, 0))).toEqual({ slope: 0, standardError: 0 })
})

test('too few samples have no error', () => {
  expect(trendOf(samples(1, 0).slice(0, 9)).standardError).toBeNull()
  expect(trendOf([{ hours: 1, value: 5 }])).toEqual({ slope: 0, standardError: null })
})
