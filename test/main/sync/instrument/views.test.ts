import { expect, test } from 'vitest'
import { liveIntervalMs, type LivePart } from '../../../../src/main/sync/instrument/views.ts'

const waiting = { cancel: 0, user: 0, visible: 0, held: 0, background: 0 }
const quiet = {
  budget: { limit: 200, used: 40, waiting },
  onScreen: ['book', 'trades'] as readonly LivePart[],
  market: { state: 'open' as const, changesAt: null },
  delayMinutes: 0,
}
const perMinute = (situation: typeof quiet): number =>
  situation.onScreen.reduce((total, part) => total + 60_000 / liveIntervalMs(part, situation), 0)

test('one instrument is read at its full pace', () => {
  expect(liveIntervalMs('book', quiet)).toBe(2_500)
  expect(liveIntervalMs('trades', quiet)).toBe(5_000)
})

test.each([1, 2, 5, 20])(
  'with %d instruments on screen all of them together take at most a fifth of the minute',
  (count) => {
    const onScreen = Array.from({ length: count }, () => quiet.onScreen).flat()
    expect(perMinute({ ...quiet, onScreen })).toBeLessThanOrEqual(40.1)
    expect(perMinute({ ...quiet, onScreen, budget: { ...quiet.budget, limit: 60 } })).toBeLessThanOrEqual(12.1)
  },
)

test('usage by the quote plan alone does not slow it down; higher usage or waiting user requests do', () => {
  expect(liveIntervalMs('book', { ...quiet, budget: { ...quiet.budget, used: 184 } })).toBe(2_500)
  expect(liveIntervalMs('book', { ...quiet, budget: { ...quiet.budget, used: 190 } })).toBe(7_500)
  expect(liveIntervalMs('book', { ...quiet, budget: { ...quiet.budget, waiting: { ...waiting, user: 1 } } })).toBe(
    7_500,
  )
})

test('a market with an unknown state or delayed data is read less often', () => {
  expect(liveIntervalMs('book', { ...quiet, market: { state: 'unknown', changesAt: null } })).toBe(10_000)
  expect(liveIntervalMs('trades', { ...quiet, delayMinutes: 15 })).toBe(20_000)
})
