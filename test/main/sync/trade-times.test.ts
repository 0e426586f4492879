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
