import { expect, test } from 'vitest'
import { estimateFromRange } from '#main/sync/quotes/volatility/range-estimate.ts'
import { VolatilityPool } from '#main/sync/quotes/volatility/volatility-pool.ts'
import type { PriceHistory } from '#main/sync/quotes/volatility/volatility.ts'
import { createNormal, drawDay } from './brownian-day.ts'

const hour = 3_600_000
const last = { price: 1, seenAt: 0, tradedAt: 0 }
/** A price with `count` observed changes of this mean square per ms. */
const withChanges = (rate: number, count: number): PriceHistory => ({
  last,
  changes: { rate, weight: count },
  day: null,
})

/** A price with `count` random changes of this variance per ms. */
function withRandomChanges(rate: number, count: number, normal: () => number): PriceHistory {
  const squares = Array.from({ length: count }, () => normal() ** 2)
  return withChanges((rate * squares.reduce((a, b) => a + b, 0)) / count, count)
}

/** A price with one observed quote, four hours after the open. */
function observeOnce(rate: number, seed: number): PriceHistory {
  const estimate = estimateFromRange(drawDay(rate, 4 * hour, 200, seed), 4 * hour)
  return { last, changes: { rate: 0, weight: 0 }, day: estimate === null ? null : { ...estimate, dayStartAt: 0 } }
}

function learn(prices: readonly PriceHistory[]): VolatilityPool {
  const pool = new VolatilityPool()
  pool.learn(prices)
  return pool
}

const spreadOf = (values: readonly number[]): number => Math.max(...values) / Math.min(...values)

test('prices with equal volatility get almost equal estimates, even after few changes', () => {
  for (const count of [1, 3, 10]) {
    const normal = createNormal(count)
    const prices = Array.from({ length: 150 }, () => withRandomChanges(1e-9, count, normal))
    const pool = learn(prices)
    // The rate of requests is proportional to the square root of the estimate.
    expect(spreadOf(prices.map((price) => pool.expect(price)))).toBeLessThan(2)
    expect(pool.expect(undefined)).toBeGreaterThan(0.7e-9)
    expect(pool.expect(undefined)).toBeLessThan(1.4e-9)
  }
})

test('one quote per price is enough to rank prices of very different volatility', () => {
  const trueRates = Array.from({ length: 150 }, (_, i) => 1e-14 * 20_000 ** (i / 149))
  const prices = trueRates.map((trueRate, i) => observeOnce(trueRate, i))
  const pool = learn(prices)
  const errors = prices.map((price, i) => Math.abs(Math.log(pool.expect(price) / (trueRates[i] ?? 1))) / 2)
  // The median error is at most 30 %, and almost all errors are below a factor of two.
  expect(errors.toSorted((a, b) => a - b)[75]).toBeLessThan(Math.log(1.3))
  expect(errors.filter((error) => error > Math.log(2)).length).toBeLessThan(8)
})

test('an unknown price has the estimate of the pool', () => {
  const pool = learn(Array.from({ length: 50 }, (_, i) => withChanges(1e-9 * (1 + (i % 5) / 10), 10)))
  expect(pool.expect(undefined)).toBeGreaterThan(0.9e-9)
  expect(pool.expect(undefined)).toBeLessThan(1.5e-9)
})

test('the pool has less weight for a price with more observed changes', () => {
  const pool = learn(Array.from({ length: 40 }, (_, i) => withChanges(i % 4 ? 1e-10 : 1e-8, 10)))
  const rates = [0, 1, 3, 10].map((count) => pool.expect(withChanges(1e-12, count)))
  for (const [i, rate] of rates.entries()) if (i > 0) expect(rate).toBeLessThan(rates[i - 1] ?? 0)
})

test('constant prices and extremely volatile prices give finite estimates above zero', () => {
  const odd = [withChanges(0, 10), withChanges(1e9, 10), withChanges(1e-40, 10), withChanges(0, 0)]
  const pools = [
    learn([]),
    learn(odd),
    learn([withChanges(0, 10), withChanges(0, 10), withChanges(0, 10)]),
    learn([...odd, ...odd]),
  ]
  for (const pool of pools)
    for (const history of [...odd, undefined]) {
      const rate = pool.expect(history)
      expect(Number.isFinite(rate)).toBe(true)
      expect(rate).toBeGreaterThan(0)
    }
})
