import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subtract } from '#main/sync/history/sizing/intervals.ts'

const anyInterval = fc
  .tuple(fc.nat(60), fc.integer({ min: 1, max: 30 }))
  .map(([from, length]) => ({ from, to: from + length }))

test('subtract returns the parts of an interval outside the given parts, newest first', () => {
  fc.assert(
    fc.property(anyInterval, fc.array(anyInterval, { maxLength: 8 }), (interval, parts) => {
      const left = subtract(interval, parts)
      const contains =
        (at: number) =>
        ({ from, to }: { from: number; to: number }) =>
          from <= at && at < to
      for (let at = 0; at < 100; at++)
        expect(left.filter(contains(at)).length).toBe(contains(at)(interval) && !parts.some(contains(at)) ? 1 : 0)
      left.forEach((interval, i) => expect(interval.to).toBeLessThan(left[i - 1]?.from ?? Infinity))
    }),
  )
})
