import { expect, test } from 'vitest'
import { liveIntervalMs, type LivePart } from '#main/sync/instrument/views.ts'

const waiting = { cancel: 0, user: 0, visible: 0, held: 0, background: 0 }
const lowUsage = {
  budget: { limit: 200, used: 40, waiting },
  onScreen: ['book', 'trades'] as readonly LivePart[],
  market: { state: 'open' as const, changesAt: null },
  delayMinutes: 0,
}
const perMinute = (situation: typeof lowUsage): number =>
  situation.onScreen.reduce((total, part) => total + 60_000 / liveIntervalMs(part, situation), 0)

test('one instrument is read at the full rate', () => {
  expect(liveIntervalMs('book', lowUsage)).toBe(2_500)
  expect(liveIntervalMs('trades', lowUsage)).toBe(5_000)
})

test.each([1, 2, 5, 20])(
  'with %d instruments on screen all of them together take at most a fifth of the minute',
  (count) => {
    const onScreen = Array.from({ length: count }, () => lowUsage.onScreen).flat()
    expect(perMinute({ ...lowUsage, onScreen })).toBeLessThanOrEqual(40.1)
    expect(perMinute({ ...lowUsage, onScreen, budget: { ...lowUsage.budget, limit: 60 } })).toBeLessThanOrEqual(12.1)
  },
)

test('usage by the quote plan alone does not slow the reading down; higher usage or waiting user requests do', () => {
  expect(liveIntervalMs('book', { ...lowUsage, budget: { ...lowUsage.budget, used: 184 } })).toBe(2_500)
  expect(liveIntervalMs('book', { ...lowUsage, budget: { ...lowUsage.budget, used: 190 } })).toBe(7_500)
  expect(
    liveIntervalMs('book', { ...lowUsage, budget: { ...lowUsage.budget, waiting: { ...waiting, user: 1 } } }),
  ).toBe(7_500)
})

test('a market with an unknown state or delayed data is read less often', () => {
  expect(liveIntervalMs('book', { ...lowUsage, market: { state: 'unknown', changesAt: null } })).toBe(10_000)
  expect(liveIntervalMs('trades', { ...lowUsage, delayMinutes: 15 })).toBe(20_000)
})
