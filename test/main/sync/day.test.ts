import { beforeAll, expect, test } from 'vitest'
import { simulateDay, type Phase, type PhaseCount } from '../../../bench/day/simulate-day.ts'

/** The market trades until 16:00. */
const phases: readonly Phase[] = [
  { name: 'start', from: 15.56, to: 15.6, isVisible: true },
  { name: 'open, visible', from: 15.6, to: 15.63, isVisible: true },
  { name: 'open, hidden', from: 15.63, to: 15.9, isVisible: false },
  { name: 'until the close', from: 15.9, to: 16, isVisible: false },
  { name: 'after the close', from: 16, to: 16.2, isVisible: false },
  { name: 'closed, visible', from: 16.2, to: 16.6, isVisible: true },
  { name: 'closed, hidden', from: 16.6, to: 21.5, isVisible: false },
  { name: 'visible again', from: 21.5, to: 21.55, isVisible: true },
]
let counts: ReadonlyMap<string, PhaseCount> = new Map()

beforeAll(async () => {
  counts = new Map((await simulateDay(phases)).map((count) => [count.phase, count]))
}, 180_000)

const phase = (name: string): PhaseCount => {
  const count = counts.get(name)
  if (count === undefined) throw new Error(`no phase ${name}`)
  return count
}

test('no minute of the day has more requests than the service allows', () => {
  for (const { maxInAnyMinute } of counts.values()) expect(maxInAnyMinute).toBeLessThanOrEqual(200)
})

test('with a visible window and an open market most of the budget is used', () => {
  expect(phase('open, visible').perHour).toBeGreaterThan(6_000)
})

test('without a visible window an open market takes less than a tenth of the budget, and no quotas are read', () => {
  expect(phase('open, hidden').perHour).toBeGreaterThan(60)
  expect(phase('open, hidden').perHour).toBeLessThan(1_200)
  expect(phase('open, hidden').byEndpoint['getUsage'] ?? 0).toBeLessThanOrEqual(1)
})

test('with a visible window and closed markets no prices are requested, and few other requests are sent', () => {
  expect(phase('closed, visible').quotesOfKnownHours).toBe(0)
  // These are the token and quotas; each account, its orders and transactions every quarter of an hour; and at most one
  // schedule a minute, which verifies that the instrument has the hours of its market.
  const { perHour, hours, byEndpoint } = phase('closed, visible')
  const schedulesPerHour = (byEndpoint['getSchedule'] ?? 0) / hours
  expect(schedulesPerHour).toBeLessThanOrEqual(66)
  expect(perHour - schedulesPerHour).toBeLessThan(110)
})

test('with closed markets, no working order and no visible window only the hourly requests are sent', () => {
  const { perHour, byEndpoint, quotesOfKnownHours } = phase('closed, hidden')
  expect(quotesOfKnownHours).toBe(0)
  expect(byEndpoint['openSession']).toBeGreaterThan(0)
  expect(perHour).toBeLessThan(20)
})

test('when a window becomes visible again, accounts, transactions and quotas are read immediately', () => {
  const { byEndpoint } = phase('visible again')
  for (const endpoint of ['getAccount', 'listTransactions', 'getUsage']) expect(byEndpoint[endpoint]).toBeGreaterThan(0)
})

test('after the close each instrument is read exactly once more', () => {
  const { quotesOfKnownHours } = phase('after the close')
  expect(quotesOfKnownHours).toBeGreaterThan(0)
  expect(quotesOfKnownHours).toBeLessThanOrEqual(70)
})
