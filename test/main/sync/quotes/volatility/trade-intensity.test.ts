import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueShare, seeTrade, type TradeTimes } from '../../../src/main/sync/trade-times.ts'

const minute = 60_000

/** Looks at these minutes, each with the minute of the last trade. */
const look = (looks: readonly (readonly [at: number, tradedAt: number])[]): TradeTimes | undefined =>
  looks.reduce<TradeTimes | undefined>(
    (times, [at, tradedAt]) => seeTrade(times, at * minute, tradedAt * minute),
    undefined,
  )

test('before two looks nothing is known, and a price counts as one that trades all the time', () => {
  expect(dueShare(undefined)).toBe(1)
  expect(dueShare(look([[5, 1]]))).toBe(1)
})

test('right after a trade little is to come, of one that trades seldom; when one is overdue, more', () => {
  const past = [0, 20, 40, 60, 80].flatMap((start) => [1, 6, 11, 16].map((at) => [start + at, start] as const))
  const fresh = dueShare(look([...past, [101, 100]]))
  const usual = dueShare(look([...past, [116, 100], [117, 100]]))
  const overdue = dueShare(look([...past, [118, 80], [119, 80]]))
  expect(fresh).toBeLessThan(0.5)
  expect(usual).toBeGreaterThan(fresh)
  expect(overdue).toBeGreaterThan(1.3)
})

test('of one that trades many times between two looks the last trade says next to nothing', () => {
  const busy = look(Array.from({ length: 30 }, (_, i) => [i, i - 0.02] as const))
  expect(dueShare(busy)).toBeGreaterThan(0.9)
  expect(dueShare(busy)).toBeLessThan(1.1)
})

test('a feed that tells all a quarter of an hour late makes nothing overdue', () => {
  const lag = 15
  // Trades every 4 minutes, looks every 1: each look tells of the last trade before a quarter of an hour ago.
  const looks = Array.from({ length: 60 }, (_, at) => [at, Math.floor((at - lag) / 4) * 4] as const)
  const prompt = Array.from({ length: 60 }, (_, i) => [i, Math.floor(i / 4) * 4] as const)
  const shareAfter = (count: number): number => dueShare(look(looks.slice(0, count)))
  for (let count = 40; count <= 60; count++) {
    expect(shareAfter(count)).toBeLessThan(2)
    // Its last minutes are those of a prompt feed, told later.
    expect(shareAfter(count) - dueShare(look(prompt.slice(0, count - lag)))).toBeLessThan(0.5)
  }
  expect(shareAfter(53)).toBeLessThan(shareAfter(51))
})

test('a feed that stops lagging is believed at once', () => {
  const late = Array.from({ length: 40 }, (_, i) => [i, i - 15.5] as const)
  const after = look([...late, [40, 39.9], [41, 39.9], [42, 39.9], [43, 39.9], [44, 39.9]])
  expect(dueShare(after)).toBeGreaterThan(1)
})

test('one that nobody was ever seen to trade is asked for as before', () => {
  const still = look(Array.from({ length: 20 }, (_, i) => [i, 0] as const))
  expect(dueShare(still)).toBeGreaterThan(0.7)
  expect(dueShare(still)).toBeLessThan(1.3)
})

test('the share is above zero and bounded, whatever the times, later or earlier than those before', () => {
  const time = fc.integer({ min: 0, max: 100_000_000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(time, time), { maxLength: 30 }), (looks) => {
      const times = looks.reduce<TradeTimes | undefined>(
        (before, [at, traded]) => seeTrade(before, at, traded),
        undefined,
      )
      expect(dueShare(times)).toBeGreaterThanOrEqual(0)
      expect(dueShare(times)).toBeLessThanOrEqual(4)
    }),
  )
})
