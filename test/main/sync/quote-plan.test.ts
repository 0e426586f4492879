import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planCalls } from '../../../src/main/sync/quote-plan.ts'
import type { Call, ShownPrice, Turn } from '../../../src/main/sync/quote-turn.ts'

const now = 100_000_000
const hour = 3_600_000

const price = (over: Partial<ShownPrice> = {}): ShownPrice => ({
  key: 'A@X',
  weight: 1,
  varianceRate: 1e-9,
  isVisible: true,
  market: 'open',
  closedAt: null,
  opensAt: null,
  refreshedAt: now,
  ...over,
})
const callFor = (one: ShownPrice, over: Partial<Call> = {}): Call => ({
  id: one.key,
  refreshes: [one.key],
  askedAt: one.refreshedAt,
  leastIntervalMs: 1_000,
  mostIntervalMs: null,
  ...over,
})
const plan = (prices: readonly ShownPrice[], perMinute: number, at = now, calls = prices.map((one) => callFor(one))) =>
  planCalls({ prices, calls, now: at, perMinute })
const due = (turns: readonly Turn[], at = now): string[] => turns.filter(({ dueAt }) => dueAt <= at).map(({ id }) => id)

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
  const account = callFor(held, { id: 'account', askedAt: now - 500, leastIntervalMs: 5_000 })
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

const anyPrice = fc.record({
  weight: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 1e-3, max: 1e9, noNaN: true })),
  varianceRate: fc.oneof(
    fc.constant(0),
    fc.double({ min: -40, max: -10, noNaN: true }).map((log) => Math.exp(log)),
  ),
  isVisible: fc.boolean(),
  market: fc.constantFrom('open' as const, 'open' as const, 'unknown' as const, 'closed' as const),
  age: fc.integer({ min: 0, max: 900_000 }),
})
const anyPrices = fc
  .array(anyPrice, { minLength: 1, maxLength: 40 })
  .map((all) =>
    all.map(({ age, ...one }, i) =>
      price({ ...one, key: `S${i}`, refreshedAt: now - age, closedAt: one.market === 'closed' ? now - 30_000 : null }),
    ),
  )
/** Accounts of seven prices that overlap by two or more, beside a quote for each price. */
const callsOf = (prices: readonly ShownPrice[]): Call[] => [
  ...prices.map((one) => callFor(one)),
  ...prices.flatMap((one, i) =>
    i % 5 && i % 7
      ? []
      : [callFor(one, { id: `account ${i}`, refreshes: prices.slice(i, i + 7).map(({ key }) => key) })],
  ),
]
const anyRate = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.double({ min: 0.1, max: 2_000, noNaN: true }))

test('whatever is asked for, the planned rates never add up to more than the rate', () => {
  fc.assert(
    fc.property(anyPrices, anyRate, (prices, perMinute) => {
      const total = plan(prices, perMinute, now, callsOf(prices))
        .map(({ intervalMs }) => 60_000 / intervalMs)
        .reduce((a, b) => a + b, 0)
      expect(total).toBeLessThanOrEqual(perMinute * 1.001)
    }),
    { numRuns: 500 },
  )
})

test('what weighs more, or moves more, is asked at least as often, and nothing else more often for it', () => {
  fc.assert(
    fc.property(
      anyPrices,
      anyRate,
      fc.double({ min: 1, max: 1e3, noNaN: true }),
      fc.boolean(),
      (prices, perMinute, factor, isWeight) => {
        const [first] = prices
        if (first === undefined) return
        const more = isWeight
          ? { ...first, weight: first.weight * factor }
          : { ...first, varianceRate: first.varianceRate * factor }
        const intervals = (all: readonly ShownPrice[]) =>
          new Map(plan(all, perMinute).map(({ id, intervalMs }) => [id, intervalMs]))
        const before = intervals(prices)
        const after = intervals([more, ...prices.slice(1)])
        for (const [id, intervalMs] of before) {
          if (intervalMs === Infinity) continue
          if (id === first.key) expect(after.get(id)).toBeLessThanOrEqual(intervalMs * 1.001)
          else expect(after.get(id)).toBeGreaterThanOrEqual(intervalMs * 0.999)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('no budget, and weights and volatilities of nothing, make a plan without a number that is none', () => {
  for (const perMinute of [0, -5, NaN, 1e-9])
    for (const one of [price({ weight: 0 }), price({ varianceRate: 0 }), price()])
      for (const { dueAt, intervalMs } of plan([one, price({ key: 'B@X', isVisible: false })], perMinute)) {
        expect(dueAt).not.toBeNaN()
        expect(intervalMs).toBeGreaterThan(60_000)
      }
})

test('a call that is wanted at once, and shows nothing, is asked no more often than it may be', () => {
  const call = { id: 'account', refreshes: [], leastIntervalMs: 1_000, mostIntervalMs: 0 }
  for (const askedAt of [null, now - 5_000]) {
    const [turn] = plan([price()], 10, now, [{ ...call, askedAt }, callFor(price())]).filter(
      ({ id }) => id === 'account',
    )
    expect(turn?.dueAt).toBeLessThan(now + 60_000)
    expect(turn?.intervalMs).toBeGreaterThanOrEqual(1_000)
    expect(turn?.intervalMs).toBeLessThan(60_000)
  }
})

test('the order in which prices and calls are told does not change the choice', () => {
  fc.assert(
    fc.property(anyPrices, fc.integer({ min: 1, max: 200 }), fc.integer(), (prices, perMinute, seed) => {
      const calls = callsOf(prices)
      const shuffle = <T>(values: readonly T[]): T[] =>
        values
          .map((value, i) => ({ value, at: Math.sin(seed + i * 7.3) }))
          .sort((a, b) => a.at - b.at)
          .map(({ value }) => value)
      expect(plan(shuffle(prices), perMinute, now, shuffle(calls))).toEqual(plan(prices, perMinute, now, calls))
    }),
    { numRuns: 100, endOnFailure: true },
  )
})

/** Asks whatever is due, at once answered; counts, and the greatest age of each price. */
function live(kinds: readonly ShownPrice[], perMinute: number, minutes: number) {
  const refreshedAt = new Map(kinds.map(({ key }): [string, number] => [key, now]))
  const askedAt = new Map(callsOf(kinds).map(({ id }): [string, number] => [id, now]))
  const asked = new Map<string, number>()
  const oldest = new Map<string, number>()
  for (let at = now; at < now + minutes * 60_000; at += 500) {
    const prices = kinds.map((one) => ({
      ...one,
      refreshedAt: refreshedAt.get(one.key) ?? null,
      closedAt: one.market === 'closed' ? now : null,
    }))
    const calls = callsOf(prices).map((call) => ({ ...call, askedAt: askedAt.get(call.id) ?? null }))
    for (const id of due(planCalls({ prices, calls, now: at, perMinute }), at)) {
      asked.set(id, (asked.get(id) ?? 0) + 1)
      askedAt.set(id, at)
      for (const key of calls.find((call) => call.id === id)?.refreshes ?? []) {
        oldest.set(key, Math.max(oldest.get(key) ?? 0, at - (refreshedAt.get(key) ?? at)))
        refreshedAt.set(key, at)
      }
    }
  }
  return { asked, oldest, total: [...asked.values()].reduce((a, b) => a + b, 0) }
}

test('what is asked keeps to the rate, nothing open starves, and a closed market gets one closing look', () => {
  fc.assert(
    fc.property(anyPrices, fc.integer({ min: 10, max: 120 }), (kinds, perMinute) => {
      const minutes = 6
      const { asked, oldest, total } = live(kinds, perMinute, minutes)
      const calls = callsOf(kinds)
      // The closing looks, and one turn of each that fell due by itself, come on top of the rate.
      expect(total).toBeLessThanOrEqual(perMinute * minutes + calls.length)
      for (const { id, refreshes } of calls)
        if (refreshes.every((key) => kinds.find((one) => one.key === key)?.market === 'closed'))
          expect(asked.get(id) ?? 0).toBe(1)
      // Where keeping all of them younger than a minute takes no more than the share that is for it.
      const fits = calls.length * 1.5 <= perMinute / 5
      for (const { key, isVisible, market } of kinds)
        if (fits && isVisible && market === 'open') expect(oldest.get(key)).toBeLessThanOrEqual(60_500)
    }),
    { numRuns: 12 },
  )
}, 20_000)
