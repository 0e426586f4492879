import { expect, test } from 'vitest'
import type { Call } from '#main/sync/quotes/planner/types.ts'
import { callFor, due, now, plan, price } from './rig.ts'

const hour = 3_600_000

test('a call that was never made is due immediately, in any state of its market', () => {
  for (const market of ['open', 'closed', 'unknown'] as const)
    expect(due(plan([price({ market, refreshedAt: null })], 120))).toEqual(['A@X'])
})

test('without shown prices there are no calls', () => {
  expect(plan([], 120)).toEqual([])
})

test('rates are proportional to weight times volatility, and add up to the allowed rate', () => {
  const prices = [1, 2, 4, 8].map((weight, i) =>
    price({ key: `S${i}`, weight, varianceRate: 1e-9 * 4 ** i, isVisible: false }),
  )
  const planned = plan(prices, 20)
  const perMinute = prices.map(({ key }) => 60_000 / (planned.find(({ id }) => id === key)?.intervalMs ?? NaN))
  const parts = [1, 4, 16, 64]
  parts.forEach((part, i) => expect(perMinute[i]).toBeCloseTo((20 * part) / 85, 1))
})

test('of two prices refreshed at the same time, the one whose error grows faster is due first', () => {
  const planned = plan([price({ key: 'LOW' }), price({ key: 'HIGH', varianceRate: 1e-7 })], 30)
  expect(planned.map(({ id }) => id)).toEqual(['HIGH', 'LOW'])
  expect(planned[0]?.dueAt).toBeGreaterThan(now)
})

test('an account that refreshes many prices is read instead of their quotes', () => {
  const prices = Array.from({ length: 20 }, (_, i) => price({ key: `S${i}`, refreshedAt: now - 40_000 }))
  const account: Call = {
    ...callFor(price()),
    id: 'account',
    refreshes: prices.map(({ key }) => key),
    requestedAt: now - 40_000,
  }
  const quotes = prices.map((candidate) => callFor(candidate))
  expect(due(plan(prices, 60, now, [...quotes, account]))).toEqual(['account'])
})

test('the quote of a price in an account is requested if the account does not respond', () => {
  const held = price({ refreshedAt: now - 30_000 })
  const account = callFor(held, { id: 'account', requestedAt: now - 500, minIntervalMs: 5_000 })
  expect(due(plan([held], 10, now, [callFor(held), account]))).toEqual(['A@X'])
})

test('a closed market is read once, a minute after its close', () => {
  const closed = price({ market: 'closed', closedAt: now, refreshedAt: now - 3_000 })
  expect(plan([closed], 120)).toMatchObject([{ dueAt: now + 60_000 }])
  expect(plan([{ ...closed, refreshedAt: now + 60_000 }], 120, now + 9 * hour)).toEqual([])
})

test('a closed market with an unknown time of close is not read until it opens', () => {
  expect(plan([price({ market: 'closed' })], 120)).toEqual([])
  expect(plan([price({ market: 'closed', opensAt: now + hour })], 120)).toMatchObject([{ dueAt: now + hour }])
})

test('a market without a schedule is read at most once a minute on screen, otherwise once in five minutes', () => {
  const unknown = price({ market: 'unknown', weight: 1e6 })
  expect(plan([unknown], 120)[0]?.dueAt).toBe(now + 60_000)
  expect(plan([{ ...unknown, isVisible: false }], 120)[0]?.dueAt).toBe(now + 300_000)
})

test('a quote is still requested after the clock was set back', () => {
  expect(due(plan([price({ refreshedAt: now + hour })], 120))).toEqual(['A@X'])
})

test('calls on screen come before any backlog of hidden calls', () => {
  const hidden = Array.from({ length: 200 }, (_, i) =>
    price({ key: `H${i}`, isVisible: false, weight: 100, refreshedAt: i % 2 ? null : 0 }),
  )
  expect(due(plan([...hidden, price({ refreshedAt: now - 60_000 })], 120))[0]).toBe('A@X')
})

test('hidden prices, however many, do not make prices on screen older than twice their age limit', () => {
  const visible = Array.from({ length: 20 }, (_, i) => price({ key: `V${i}`, weight: 1e-6 }))
  const hidden = Array.from({ length: 2_000 }, (_, i) => price({ key: `H${i}`, isVisible: false, weight: 1_000 }))
  for (const { isVisible, intervalMs } of plan([...visible, ...hidden], 150))
    if (isVisible) expect(intervalMs).toBeLessThanOrEqual(120_000)
})

test('with far more prices than the rate can keep fresh, none waits longer than four rounds of all', () => {
  const roundMs = (1_000 / 10) * 60_000
  const weights = Array.from({ length: 1_000 }, (_, i) => price({ key: `V${i}`, weight: i < 10 ? 1e6 : 1e-6 }))
  for (const { intervalMs } of plan(weights, 10)) expect(intervalMs).toBeLessThanOrEqual(4 * roundMs)
})

test('a call without shown prices that is always due respects its minimum interval', () => {
  const call = { id: 'account', refreshes: [], minIntervalMs: 1_000, maxIntervalMs: 0 }
  for (const requestedAt of [null, now - 5_000]) {
    const [plannedCall] = plan([price()], 100, now, [{ ...call, requestedAt }, callFor(price())]).filter(
      ({ id }) => id === 'account',
    )
    expect(plannedCall?.dueAt).toBeLessThan(now + 60_000)
    expect(plannedCall?.intervalMs).toBeGreaterThanOrEqual(1_000)
    expect(plannedCall?.intervalMs).toBeLessThan(60_000)
  }
})

const seconds = (planned: ReturnType<typeof plan>): number[] => planned.map(({ intervalMs }) => intervalMs / 1_000)

test('rows on screen with a low volatility are requested almost as often as with even spacing: 30 rows within 17 s, 150 within two rounds', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => price({ key: `S${i}`, varianceRate: i % 5 === 0 ? 1e-7 : 1e-12 }))
  expect(Math.max(...seconds(plan(rows(30), 150)))).toBeLessThanOrEqual(17)
  expect(Math.max(...seconds(plan(rows(150), 150)))).toBeLessThanOrEqual(120)
  expect(Math.min(...seconds(plan(rows(150), 150)))).toBeLessThan(40)
})

test('hidden positions get 15 % of the rate beside rows on screen, and all of it without them', () => {
  const hidden = Array.from({ length: 20 }, (_, i) => price({ key: `H${i}`, isVisible: false, weight: 1e6 }))
  const rateOf = (planned: ReturnType<typeof plan>, isVisible: boolean): number =>
    planned
      .filter((candidate) => candidate.isVisible === isVisible)
      .reduce((total, { intervalMs }) => total + 60_000 / intervalMs, 0)
  const shown = Array.from({ length: 100 }, (_, i) => price({ key: `V${i}` }))
  expect(rateOf(plan([...hidden, ...shown], 150), false)).toBeCloseTo(22.5, 0)
  expect(rateOf(plan([...hidden, ...shown], 150), true)).toBeCloseTo(127.5, 0)
  expect(rateOf(plan(hidden, 150), false)).toBeCloseTo(150, 0)
})
