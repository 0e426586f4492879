import { expect, test } from 'vitest'
import { isQuiet, nextHeartbeat, quietDelayMs } from '#main/sync/quiet-hours.ts'
import { sessionsOfDay } from '../../../bench/day/day-service.ts'
import { simulateDay, type Phase, type PhaseCount } from '../../../bench/day/simulate-day.ts'
import { makeAccount, makePosition } from '../insight/make.ts'
import { startSync } from './harness.ts'

const hourMs = 3_600_000

/** Simulates an app that is opened shortly before the close and hidden during the night. Hours are UTC. */
const simulate = async (closesAt: number, until: number, sessionsAt: typeof sessionsOfDay): Promise<PhaseCount> => {
  const phases: readonly Phase[] = [
    { name: 'the close', from: closesAt - 0.15, to: closesAt + 0.25, isVisible: false },
    { name: 'quiet', from: closesAt + 0.25, to: until, isVisible: false },
  ]
  const quietPhase = (await simulateDay(phases, sessionsAt)).at(-1)
  if (quietPhase === undefined) throw new Error('no phase')
  return quietPhase
}
const total = (count: PhaseCount): number => Object.values(count.byEndpoint).reduce((a, b) => a + b, 0)

/** A day with trading until shortly before midnight. */
const lateDay = (now: number) =>
  sessionsOfDay(now).map((session) => ({
    ...session,
    startAt: session.startAt + 7 * hourMs,
    endAt: session.endAt + 7 * hourMs,
  }))
const lateDayAndTomorrow = (now: number) => [...lateDay(now - 7 * hourMs), ...lateDay(now + 17 * hourMs)]
/** A schedule that ends with the last trading session of the day: the time after it is unknown. */
const withoutNight = (now: number) => lateDay(now - 7 * hourMs).slice(0, 2)

test.each([
  ['a night', 16, 20, sessionsOfDay],
  ['a night after a schedule that ends with the last session', 23, 24.5, withoutNight],
  ['a night with a complete schedule', 23, 24.5, lateDayAndTomorrow],
])(
  'through %s all necessary requests are sent together once an hour',
  { timeout: 60_000 },
  async (_, closesAt, until, sessionsAt) => {
    const quietPhase = await simulate(closesAt, until, sessionsAt)
    const { byEndpoint, hours, activeMinutes } = quietPhase
    const heartbeats = Math.ceil(hours)
    expect(activeMinutes).toBeLessThanOrEqual(heartbeats * 2 + 1)
    // A token, three requests for each of three accounts, an instrument with unknown hours, and due re-readings of the history.
    expect(total(quietPhase)).toBeLessThanOrEqual(heartbeats * (2 + 3 * 3 + 2) + 10)
    for (const endpoint of ['openSession', 'getAccount', 'listOrders', 'listTransactions'])
      expect(byEndpoint[endpoint]).toBeGreaterThanOrEqual(Math.floor(hours))
    for (const endpoint of ['getAsset', 'listAllAssets', 'listPastDividends', 'listFutureSplits', 'getUsage'])
      expect(byEndpoint[endpoint] ?? 0).toBe(0)
    expect(byEndpoint['getSchedule'] ?? 0).toBeLessThanOrEqual(3)
  },
)

test('the heartbeat is at full hours since the opening, at least half an hour from now', () => {
  const openedAt = Date.UTC(2026, 2, 2, 9, 17)
  for (const minutes of [0, 1, 29, 31, 59, 60, 12_345, -17, -61]) {
    const from = openedAt + minutes * 60_000
    const heartbeat = nextHeartbeat(from, openedAt)
    expect(Math.abs((heartbeat - openedAt) % hourMs)).toBe(0)
    expect(heartbeat - from).toBeGreaterThanOrEqual(hourMs / 2)
    expect(heartbeat - from).toBeLessThan(hourMs * 1.5)
  }
})

test('quiet hours need no visible window and no open market, and end when a market opens', async () => {
  const { cache, clock, context, attention } = startSync()
  expect(context.readFollowed()).toEqual([])
  // No account was read yet, so nothing is known about its markets.
  expect(isQuiet(context)).toBe(false)
  const now = clock.now()
  const sessions = [
    { type: 'CLOSED', startAt: now - hourMs, endAt: now + 600_000 },
    { type: 'CORE_TRADING', startAt: now + 600_000, endAt: now + 2 * hourMs },
  ]
  cache.accounts.replaceAccount(makeAccount({ positions: [makePosition({ symbol: 'A@XXXX' })] }), now)
  expect(isQuiet(context)).toBe(false)
  cache.schedules.put('A@XXXX', sessions, now)
  await clock.advance(2_000)
  attention.set('window', [], true)
  expect(isQuiet(context)).toBe(false)
  attention.set('window', ['B@XXXX'], false)
  expect(isQuiet(context)).toBe(true)
  expect(quietDelayMs(context)).toBe(598_000)
})
