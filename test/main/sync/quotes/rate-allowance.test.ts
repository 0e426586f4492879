import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateLeft } from '../../../src/main/sync/quote-rate-left.ts'

const waiting = { cancel: 0, person: 0, visible: 0, held: 0, background: 0 }
const situation = (over: Partial<Parameters<typeof rateLeft>[0]> = {}) => ({
  budget: { limit: 200, used: 0, waiting },
  ownUsed: 0,
  isWatched: true,
  callCount: 100,
  isSaving: false,
  ...over,
})

test('while somebody looks, prices take most of the budget; while nobody does, a little', () => {
  expect(rateLeft(situation())).toBe(150)
  expect(rateLeft(situation({ isWatched: false }))).toBe(20)
  expect(rateLeft(situation({ isWatched: false, callCount: 60 }))).toBeCloseTo(12, 9)
})

test('on battery prices take less, and with nobody there a third', () => {
  expect(rateLeft(situation({ isSaving: true }))).toBe(90)
  expect(rateLeft(situation({ isSaving: true, isWatched: false }))).toBe(6)
  expect(rateLeft(situation({ isSaving: true, isWatched: false, callCount: 1 }))).toBe(3)
})

test('what people and orders use is taken off; what the prices used themselves is not', () => {
  expect(rateLeft(situation({ budget: { limit: 200, used: 90, waiting }, ownUsed: 0 }))).toBe(94)
  expect(rateLeft(situation({ budget: { limit: 200, used: 150, waiting }, ownUsed: 150 }))).toBe(150)
})

test('background work that waits is left its room', () => {
  expect(
    rateLeft(situation({ budget: { limit: 200, used: 150, waiting: { ...waiting, background: 3 } }, ownUsed: 150 })),
  ).toBe(90)
})

test('a ceiling that was learned lowers the rate with it', () => {
  expect(rateLeft(situation({ budget: { limit: 60, used: 0, waiting } }))).toBe(45)
})

test('whatever the budget looks like, the rate is at least one and never above the limit', () => {
  const whole = fc.integer({ min: 0, max: 400 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      whole,
      whole,
      fc.boolean(),
      whole,
      (limit, used, ownUsed, isWatched, callCount) => {
        const rate = rateLeft({ budget: { limit, used, waiting }, ownUsed, isWatched, callCount, isSaving: false })
        expect(rate).toBeGreaterThanOrEqual(1)
        expect(rate).toBeLessThanOrEqual(Math.max(1, limit))
      },
    ),
  )
})
