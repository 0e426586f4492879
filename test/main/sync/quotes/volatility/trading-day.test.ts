import { expect, test } from 'vitest'
import type { TradingSession } from '../../../../../src/shared/model/instrument.ts'
import { elapsedDay } from '../../../../../src/main/sync/quotes/volatility/trading-day.ts'

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

test('of a market that trades around the clock the day is its last session, or the last 24 hours', () => {
  const sessions = [session('CORE_TRADING', 0, 24), session('CORE_TRADING', 24, 48)]
  expect(elapsedDay(sessions, 30 * hour)).toEqual({ startAt: day, tradingMs: 6 * hour })
  expect(elapsedDay([session('CORE_TRADING', 0, 500)], 100 * hour)).toEqual({ startAt: 76 * hour, tradingMs: day })
})

test('sessions that overlap count once', () => {
  const sessions = [session('EARLY_TRADING', 7, 11), session('CORE_TRADING', 10, 18)]
  expect(elapsedDay(sessions, 12 * hour)).toEqual({ startAt: 7 * hour, tradingMs: 5 * hour })
})

test('nothing is known without a schedule, before its first session, and days after its last', () => {
  expect(elapsedDay(null, hour)).toBeNull()
  expect(elapsedDay([], hour)).toBeNull()
  expect(elapsedDay(ordinary, 6 * hour)).toBeNull()
  expect(elapsedDay(ordinary, 60 * hour)).toBeNull()
})
