import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backOffMs } from '#main/sync/scheduler/job.ts'

test('a pause is between half of its ceiling and the ceiling, and never above the maximum', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 5_000, max: 1e6 }),
      (failures, random, max) => {
        const ceiling = Math.min(max, 5_000 * 2 ** Math.max(0, failures - 1))
        const pauseMs = backOffMs(failures, () => random, max)
        expect(Number.isInteger(pauseMs)).toBe(true)
        expect(pauseMs).toBeGreaterThanOrEqual(Math.floor(ceiling / 2))
        expect(pauseMs).toBeLessThanOrEqual(max)
      },
    ),
  )
})

test('more failures never shorten the pause', () => {
  const pauses = Array.from({ length: 40 }, (_, failures) => backOffMs(failures, () => 0.5, 300_000))
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
})
