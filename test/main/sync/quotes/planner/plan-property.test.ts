import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planCalls } from '#main/sync/quotes/planner/plan.ts'
import type { Call, ShownPrice } from '#main/sync/quotes/planner/types.ts'
import { callFor, due, now, plan, price } from './rig.ts'

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

const anyPrices = fc.array(anyPrice, { minLength: 1, maxLength: 40 }).map((all) =>
  all.map(({ age, ...candidate }, i) =>
    price({
      ...candidate,
      key: `S${i}`,
      refreshedAt: now - age,
      closedAt: candidate.market === 'closed' ? now - 30_000 : null,
    }),
  ),
)

/** Accounts with seven prices each that overlap by two or more, and a quote for each price. */
const callsOf = (prices: readonly ShownPrice[]): Call[] => [
  ...prices.map((candidate) => callFor(candidate)),
  ...prices.flatMap((candidate, i) =>
    i % 5 && i % 7
      ? []
      : [callFor(candidate, { id: `account ${i}`, refreshes: prices.slice(i, i + 7).map(({ key }) => key) })],
  ),
]

const anyRate = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.double({ min: 0.1, max: 2_000, noNaN: true }))

test('for all inputs the planned rates add up to at most the given rate', () => {
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

test('a price with more weight or volatility is requested at least as often, and no other price more often', () => {
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

test('with no budget, or with zero weights and volatilities, no number of the plan is NaN', () => {
  for (const perMinute of [0, -5, NaN, 1e-9])
    for (const candidate of [price({ weight: 0 }), price({ varianceRate: 0 }), price()])
      for (const { dueAt, intervalMs } of plan([candidate, price({ key: 'B@X', isVisible: false })], perMinute)) {
        expect(dueAt).not.toBeNaN()
        expect(intervalMs).toBeGreaterThan(60_000)
      }
})

test('the order of prices and calls does not change the choice', () => {
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

/** Makes each call when it is due, with an immediate response. Returns the counts and the greatest age of each price. */
function simulate(kinds: readonly ShownPrice[], perMinute: number, minutes: number) {
  const refreshedAt = new Map(kinds.map(({ key }): [string, number] => [key, now]))
  const requestedAt = new Map(callsOf(kinds).map(({ id }): [string, number] => [id, now]))
  const counts = new Map<string, number>()
  const oldest = new Map<string, number>()
  for (let at = now; at < now + minutes * 60_000; at += 500) {
    const prices = kinds.map((candidate) => ({
      ...candidate,
      refreshedAt: refreshedAt.get(candidate.key) ?? null,
      closedAt: candidate.market === 'closed' ? now : null,
    }))
    const calls = callsOf(prices).map((call) => ({ ...call, requestedAt: requestedAt.get(call.id) ?? null }))
    for (const id of due(planCalls({ prices, calls, now: at, perMinute }), at)) {
      counts.set(id, (counts.get(id) ?? 0) + 1)
      requestedAt.set(id, at)
      for (const key of calls.find((call) => call.id === id)?.refreshes ?? []) {
        oldest.set(key, Math.max(oldest.get(key) ?? 0, at - (refreshedAt.get(key) ?? at)))
        refreshedAt.set(key, at)
      }
    }
  }
  return { counts, oldest, total: [...counts.values()].reduce((a, b) => a + b, 0) }
}

test('calls keep to the rate, every price of an open market is refreshed, and a closed market is read once after its close', () => {
  fc.assert(
    fc.property(anyPrices, fc.integer({ min: 10, max: 120 }), (kinds, perMinute) => {
      const minutes = 6
      const { counts, oldest, total } = simulate(kinds, perMinute, minutes)
      const calls = callsOf(kinds)
      // Beyond the rate each call may be made once: as the reading after the close, or because it was due by itself.
      expect(total).toBeLessThanOrEqual(perMinute * minutes + calls.length)
      for (const { id, refreshes } of calls)
        if (refreshes.every((key) => kinds.find((candidate) => candidate.key === key)?.market === 'closed'))
          expect(counts.get(id) ?? 0).toBe(1)
      // The age limit of a minute holds only if the calls that it needs are within the share for age limits.
      const fits = calls.length * 1.5 <= perMinute / 5
      for (const { key, isVisible, market } of kinds)
        if (fits && isVisible && market === 'open') expect(oldest.get(key)).toBeLessThanOrEqual(60_500)
    }),
    { numRuns: 12 },
  )
}, 20_000)
