import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateLeft, QuotePace } from '#main/sync/quotes/rate.ts'

const nothing = { cancel: 0, user: 0, visible: 0, held: 0, background: 0 }
const budget = (used: number, usedBy: Partial<typeof nothing> = {}, limit = 200) => ({
  ...{ limit, used, usedBy: { ...nothing, ...usedBy } },
})
const situation = (over: Partial<Parameters<typeof rateLeft>[0]> = {}) => ({
  budget: budget(0),
  ownUsed: 0,
  isWindowVisible: true,
  callCount: 100,
  isSaving: false,
  ...over,
})

test('with a visible window prices may use the whole rate, and without one a small part', () => {
  expect(rateLeft(situation())).toBe(190)
  expect(rateLeft(situation({ isWindowVisible: false }))).toBe(20)
  expect(rateLeft(situation({ isWindowVisible: false, callCount: 60 }))).toBeCloseTo(12, 9)
})

test('on battery prices take less, and less than a third without a visible window', () => {
  expect(rateLeft(situation({ isSaving: true }))).toBe(114)
  expect(rateLeft(situation({ isSaving: true, isWindowVisible: false }))).toBe(6)
  expect(rateLeft(situation({ isSaving: true, isWindowVisible: false, callCount: 1 }))).toBe(3)
})

test('clicks, and other work up to its share, are subtracted; requests for prices are not', () => {
  expect(rateLeft(situation({ budget: budget(90, { user: 90 }) }))).toBe(100)
  expect(rateLeft(situation({ budget: budget(10, { background: 10 }) }))).toBe(180)
  const rate = rateLeft(situation({ budget: budget(120, { background: 120 }) }))
  expect(rate).toBeGreaterThan(155)
  expect(rate).toBeLessThan(170)
  expect(rateLeft(situation({ budget: budget(150, { visible: 150 }), ownUsed: 150 }))).toBe(190)
})

test('a lower observed limit lowers the rate too', () => {
  expect(rateLeft(situation({ budget: budget(0, {}, 60) }))).toBe(57)
})

test('for all budgets the rate is at least one and at most the limit', () => {
  const anyCount = fc.integer({ min: 0, max: 400 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      anyCount,
      anyCount,
      fc.boolean(),
      anyCount,
      (limit, used, ownUsed, isWindowVisible, callCount) => {
        const rate = rateLeft({
          budget: budget(used, { user: Math.floor(used / 3) }, limit),
          ownUsed,
          isWindowVisible,
          callCount,
          isSaving: false,
        })
        expect(rate).toBeGreaterThanOrEqual(1)
        expect(rate).toBeLessThanOrEqual(Math.max(1, limit))
      },
    ),
  )
})

test('no minute has more requests than the rate, even if every allowed request is used immediately', () => {
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

test('the requests of a minute are not sent together, but first requests may take half of them', () => {
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
