import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QuotePace } from '../../../../src/main/sync/quotes/rate-limiter.ts'

test('no minute has more requests than the rate, even if every allowed request is used at once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 20, maxLength: 300 }),
      fc.boolean(),
      (perMinute, pauses, hasFirstRequests) => {
        const pace = new QuotePace()
        const requestedAt: number[] = []
        let now = 1_000_000
        for (const pauseMs of pauses) {
          now += pauseMs
          for (let left = pace.allowance(now, perMinute, hasFirstRequests); left > 0; left--) {
            pace.note(now)
            requestedAt.push(now)
          }
          expect(requestedAt.filter((at) => at > now - 60_000).length).toBeLessThanOrEqual(perMinute)
        }
      },
    ),
  )
})

test('a minute is not used up at once, but first requests may take half of it', () => {
  const pace = new QuotePace()
  expect(pace.allowance(0, 120)).toBe(30)
  expect(pace.allowance(0, 120, true)).toBe(60)
})

test('after the returned wait one more request is allowed', () => {
  const pace = new QuotePace()
  for (let i = 0; i < 15; i++) pace.note(1_000 + i)
  const now = 1_015
  expect(pace.allowance(now, 60)).toBe(0)
  const waitMs = pace.waitMs(now, 60)
  expect(waitMs).toBeGreaterThan(0)
  expect(pace.allowance(now + waitMs, 60)).toBeGreaterThan(0)
})
