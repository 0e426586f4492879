import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueShare, seeTrade, type TradeTimes, elapsedDay } from '#main/sync/quotes/volatility/trade-intensity.ts'
import type { TradingSession } from '#shared/model/instrument.ts'

const minute = 60_000

/** Quotes at these minutes, each with the minute of the last trade. */
const observe = (quotes: readonly (readonly [at: number, tradedAt: number])[]): TradeTimes | undefined =>
  quotes.reduce<TradeTimes | undefined>(
    (times, [at, tradedAt]) => seeTrade(times, at * minute, tradedAt * minute),
    undefined,
  )

test('before the second quote a price counts as trading continuously', () => {
  expect(dueShare(undefined)).toBe(1)
  expect(dueShare(observe([[5, 1]]))).toBe(1)
})

test('a price that trades seldom has little expected error right after a trade, and more when a trade is overdue', () => {
  const past = [0, 20, 40, 60, 80].flatMap((start) => [1, 6, 11, 16].map((at) => [start + at, start] as const))
  const fresh = dueShare(observe([...past, [101, 100]]))
  const usual = dueShare(observe([...past, [116, 100], [117, 100]]))
  const overdue = dueShare(observe([...past, [118, 80], [119, 80]]))
  expect(fresh).toBeLessThan(0.5)
  expect(usual).toBeGreaterThan(fresh)
  expect(overdue).toBeGreaterThan(1.3)
})

test('the time of the last trade hardly matters for a price that trades many times between two quotes', () => {
  const busy = observe(Array.from({ length: 30 }, (_, i) => [i, i - 0.02] as const))
  expect(dueShare(busy)).toBeGreaterThan(0.9)
  expect(dueShare(busy)).toBeLessThan(1.1)
})

test('with a feed delayed by a quarter of an hour no trade counts as overdue', () => {
  const delay = 15
  // Trades every 4 minutes, quotes every minute: each shows the last trade that is at least a quarter of an hour old.
  const quotes = Array.from({ length: 60 }, (_, at) => [at, Math.floor((at - delay) / 4) * 4] as const)
  const undelayed = Array.from({ length: 60 }, (_, i) => [i, Math.floor(i / 4) * 4] as const)
  const shareAfter = (count: number): number => dueShare(observe(quotes.slice(0, count)))
  for (let count = 40; count <= 60; count++) {
    expect(shareAfter(count)).toBeLessThan(2)
    // The last minutes equal those of a feed without delay, 15 minutes earlier.
    expect(shareAfter(count) - dueShare(observe(undelayed.slice(0, count - delay)))).toBeLessThan(0.5)
  }
  expect(shareAfter(53)).toBeLessThan(shareAfter(51))
})

test('a feed that is no longer delayed is recognized immediately', () => {
  const late = Array.from({ length: 40 }, (_, i) => [i, i - 15.5] as const)
  const after = observe([...late, [40, 39.9], [41, 39.9], [42, 39.9], [43, 39.9], [44, 39.9]])
  expect(dueShare(after)).toBeGreaterThan(1)
})

test('a price without an observed trade keeps its share', () => {
  const unchanged = observe(Array.from({ length: 20 }, (_, i) => [i, 0] as const))
  expect(dueShare(unchanged)).toBeGreaterThan(0.7)
  expect(dueShare(unchanged)).toBeLessThan(1.3)
})

test('for all times, in any order, the share is not negative and at most 4', () => {
  const time = fc.integer({ min: 0, max: 100_000_000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(time, time), { maxLength: 30 }), (quotes) => {
      const times = quotes.reduce<TradeTimes | undefined>(
        (before, [at, traded]) => seeTrade(before, at, traded),
        undefined,
      )
      expect(dueShare(times)).toBeGreaterThanOrEqual(0)
      expect(dueShare(times)).toBeLessThanOrEqual(4)
    }),
  )
})

const hour = 3_600_000
const day = 24 * hour
const session = (type: string, from: number, to: number): TradingSession => ({
  type,
  startAt: from * hour,
  endAt: to * hour,
})
/** An ordinary day, in hours: early trading, a clearing, an evening. */
const ordinary = [
  session('CLOSED', 0, 7),
  session('EARLY_TRADING', 7, 10),
  session('CORE_TRADING', 10, 19),
  session('CLOSED', 19, 20),
  session('LATE_TRADING', 20, 23),
  session('CLOSED', 23, 24),
]

test.each([
  ['in the early session', 8, 1],
  ['in the core session', 12, 5],
  ['in the break', 19.5, 12],
  ['in the evening', 21, 13],
  ['after the close', 23.9, 15],
])('trading time counts from the first session of the day, without breaks: %s', (_, at, hours) => {
  expect(elapsedDay(ordinary, at * hour)).toEqual({ startAt: 7 * hour, tradingMs: hours * hour })
})

test('a new day starts after a night, with the sessions in any order', () => {
  const next = ordinary.map(({ type, startAt, endAt }) => ({ type, startAt: startAt + day, endAt: endAt + day }))
  expect(elapsedDay([...next, ...ordinary], 36 * hour)).toEqual({ startAt: 31 * hour, tradingMs: 5 * hour })
})

test('the day of a market that trades around the clock is its last session, or the last 24 hours', () => {
  const sessions = [session('CORE_TRADING', 0, 24), session('CORE_TRADING', 24, 48)]
  expect(elapsedDay(sessions, 30 * hour)).toEqual({ startAt: day, tradingMs: 6 * hour })
  expect(elapsedDay([session('CORE_TRADING', 0, 500)], 100 * hour)).toEqual({ startAt: 76 * hour, tradingMs: day })
})

test('sessions that overlap count once', () => {
  const sessions = [session('EARLY_TRADING', 7, 11), session('CORE_TRADING', 10, 18)]
  expect(elapsedDay(sessions, 12 * hour)).toEqual({ startAt: 7 * hour, tradingMs: 5 * hour })
})

test('the day is unknown without a schedule, before its first session, and days after its last one', () => {
  expect(elapsedDay(null, hour)).toBeNull()
  expect(elapsedDay([], hour)).toBeNull()
  expect(elapsedDay(ordinary, 6 * hour)).toBeNull()
  expect(elapsedDay(ordinary, 60 * hour)).toBeNull()
})
