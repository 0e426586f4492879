import { expect, test } from 'vitest'
import type { Call } from '../../../../../src/main/sync/quotes/planner/types.ts'
import { callFor, due, now, plan, price } from './rig.ts'

const hour = 3_600_000

test('what was never asked for is due at once, whatever its market', () => {
  for (const market of ['open', 'closed', 'unknown'] as const)
    expect(due(plan([price({ market, refreshedAt: null })], 120))).toEqual(['A@X'])
})

test('nothing shown is nothing to do', () => {
  expect(plan([], 120)).toEqual([])
})

test('rates are in proportion to weight times volatility, and add up to what is allowed', () => {
  const prices = [1, 2, 4, 8].map((weight, i) =>
    price({ key: `S${i}`, weight, varianceRate: 1e-9 * 4 ** i, isVisible: false }),
  )
  const turns = plan(prices, 20)
  const perMinute = prices.map(({ key }) => 60_000 / (turns.find(({ id }) => id === key)?.intervalMs ?? NaN))
  const parts = [1, 4, 16, 64]
  parts.forEach((part, i) => expect(perMinute[i]).toBeCloseTo((20 * part) / 85, 1))
})

test('of two that were refreshed together, the one whose error grows faster is due first', () => {
  const turns = plan([price({ key: 'CALM' }), price({ key: 'WILD', varianceRate: 1e-7 })], 30)
  expect(turns.map(({ id }) => id)).toEqual(['WILD', 'CALM'])
  expect(turns[0]?.dueAt).toBeGreaterThan(now)
})

test('an account that refreshes many prices is asked in their place', () => {
  const prices = Array.from({ length: 20 }, (_, i) => price({ key: `S${i}`, refreshedAt: now - 40_000 }))
  const account: Call = {
    ...callFor(price()),
    id: 'account',
    refreshes: prices.map(({ key }) => key),
    askedAt: now - 40_000,
  }
  const quotes = prices.map((one) => callFor(one))
  expect(due(plan(prices, 60, now, [...quotes, account]))).toEqual(['account'])
})

test('a quote that an account brings is asked for when the account does not answer', () => {
  const held = price({ refreshedAt: now - 30_000 })
  const account = callFor(held, { id: 'account', askedAt: now - 500, minIntervalMs: 5_000 })
  expect(due(plan([held], 10, now, [callFor(held), account]))).toEqual(['A@X'])
})

test('a closed market gets one look a minute after its close, and no more', () => {
  const closed = price({ market: 'closed', closedAt: now, refreshedAt: now - 3_000 })
  expect(plan([closed], 120)).toMatchObject([{ dueAt: now + 60_000 }])
  expect(plan([{ ...closed, refreshedAt: now + 60_000 }], 120, now + 9 * hour)).toEqual([])
})

test('a closed market whose close is not known is left alone until it opens', () => {
  expect(plan([price({ market: 'closed' })], 120)).toEqual([])
  expect(plan([price({ market: 'closed', opensAt: now + hour })], 120)).toMatchObject([{ dueAt: now + hour }])
})

test('a market without a schedule is asked once a minute at most on screen, once in five otherwise', () => {
  const unknown = price({ market: 'unknown', weight: 1e6 })
  expect(plan([unknown], 120)[0]?.dueAt).toBe(now + 60_000)
  expect(plan([{ ...unknown, isVisible: false }], 120)[0]?.dueAt).toBe(now + 300_000)
})

test('a clock that was set back does not keep a quote from being asked for', () => {
  expect(due(plan([price({ refreshedAt: now + hour })], 120))).toEqual(['A@X'])
})

test('what is on screen is asked before any backlog of what is not', () => {
  const hidden = Array.from({ length: 200 }, (_, i) =>
    price({ key: `H${i}`, isVisible: false, weight: 100, refreshedAt: i % 2 ? null : 0 }),
  )
  expect(due(plan([...hidden, price({ refreshedAt: now - 60_000 })], 120))[0]).toBe('A@X')
})

test('however much is not on screen, what is grows no older than twice its limit for it', () => {
  const seen = Array.from({ length: 20 }, (_, i) => price({ key: `V${i}`, weight: 1e-6 }))
  const hidden = Array.from({ length: 2_000 }, (_, i) => price({ key: `H${i}`, isVisible: false, weight: 1_000 }))
  for (const { isVisible, intervalMs } of plan([...seen, ...hidden], 150))
    if (isVisible) expect(intervalMs).toBeLessThanOrEqual(120_000)
})

test('of far more than the rate can keep young, nothing waits for more than four rounds of all', () => {
  const roundMs = (1_000 / 10) * 60_000
  const weights = Array.from({ length: 1_000 }, (_, i) => price({ key: `V${i}`, weight: i < 10 ? 1e6 : 1e-6 }))
  for (const { intervalMs } of plan(weights, 10)) expect(intervalMs).toBeLessThanOrEqual(4 * roundMs)
})

test('a call that is wanted at once, and shows nothing, is asked no more often than it may be', () => {
  const call = { id: 'account', refreshes: [], minIntervalMs: 1_000, maxIntervalMs: 0 }
  for (const askedAt of [null, now - 5_000]) {
    const [turn] = plan([price()], 100, now, [{ ...call, askedAt }, callFor(price())]).filter(
      ({ id }) => id === 'account',
    )
    expect(turn?.dueAt).toBeLessThan(now + 60_000)
    expect(turn?.intervalMs).toBeGreaterThanOrEqual(1_000)
    expect(turn?.intervalMs).toBeLessThan(60_000)
  }
})

const seconds = (planned: ReturnType<typeof plan>): number[] => planned.map(({ intervalMs }) => intervalMs / 1_000)

test('calm rows on screen are asked nearly as often as in turn: 30 of them within 17 s, 150 within twice their turn', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => price({ key: `S${i}`, varianceRate: i % 5 === 0 ? 1e-7 : 1e-12 }))
  expect(Math.max(...seconds(plan(rows(30), 150)))).toBeLessThanOrEqual(17)
  expect(Math.max(...seconds(plan(rows(150), 150)))).toBeLessThanOrEqual(120)
  expect(Math.min(...seconds(plan(rows(150), 150)))).toBeLessThan(40)
})

test('positions that nobody looks at get 15 % of the rate beside rows on screen, and all of it without', () => {
  const hidden = Array.from({ length: 20 }, (_, i) => price({ key: `H${i}`, isVisible: false, weight: 1e6 }))
  const rateOf = (planned: ReturnType<typeof plan>, isVisible: boolean): number =>
    planned
      .filter((one) => one.isVisible === isVisible)
      .reduce((total, { intervalMs }) => total + 60_000 / intervalMs, 0)
  const shown = Array.from({ length: 100 }, (_, i) => price({ key: `V${i}` }))
  expect(rateOf(plan([...hidden, ...shown], 150), false)).toBeCloseTo(22.5, 0)
  expect(rateOf(plan([...hidden, ...shown], 150), true)).toBeCloseTo(127.5, 0)
  expect(rateOf(plan(hidden, 150), false)).toBeCloseTo(150, 0)
})
