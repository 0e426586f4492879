import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IntervalSizer } from '#main/sync/history/sizing/interval-sizer.ts'

test('after any responses, each truncated response makes the next interval narrower, down to one second', () => {
  const anyResponse = fc.record({ isComplete: fc.boolean(), times: fc.array(fc.nat(1_000_000_000), { maxLength: 50 }) })
  fc.assert(
    fc.property(
      fc.array(anyResponse, { maxLength: 20 }),
      fc.integer({ min: 2, max: 10_000_000 }),
      (responses, seconds) => {
        const sizer = new IntervalSizer()
        const interval = { from: 0, to: seconds * 1_000 }
        for (const { isComplete, times } of responses) {
          const part = sizer.choose(interval, 100)
          const inside = times.map((at) => part.from + Math.floor((at % (part.to - part.from)) / 1_000) * 1_000)
          if (isComplete) sizer.noteWhole(part, inside)
          else sizer.noteTruncated(part, inside, 100)
        }
        let truncations = 0
        for (let part = sizer.choose(interval, 100); part.to - part.from > 1_000; part = sizer.choose(interval, 100)) {
          expect(part.to).toBe(interval.to)
          expect(part.from % 1_000).toBe(0)
          sizer.noteTruncated(part, [part.from, part.to - 1_000], 100)
          expect(++truncations).toBeLessThan(30)
        }
      },
    ),
  )
})
