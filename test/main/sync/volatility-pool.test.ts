import { expect, test } from 'vitest'
import type { PriceHistory } from '../../../src/main/sync/volatility.ts'
import { explain, noEvidence, type Evidence } from '../../../src/main/sync/variance-evidence.ts'
import { VolatilityPool } from '../../../src/main/sync/volatility-pool.ts'

const { shares } = new VolatilityPool()
/** A price of which `count` changes were seen, a minute apart, that were on the average as at `rate` (variance per ms). */
function seen(rate: number, count: number): PriceHistory {
  let evidence: Evidence | null = null
  for (let i = 0; i < count; i++) evidence = explain(evidence ?? noEvidence, rate, 60_000, 1, shares)
  return { last: { price: 1, seenAt: 0, tradedAt: 0 }, evidence }
}

function learn(crowd: readonly PriceHistory[]): VolatilityPool {
  const pool = new VolatilityPool()
  for (let i = 0; i < 30; i++) pool.learn(crowd)
  return pool
}
const alike = learn(Array.from({ length: 50 }, (_, i) => seen(1e-9 * (1 + (i % 5) / 10), 10)))
const apart = learn([
  ...Array.from({ length: 40 }, () => seen(1e-11, 10)),
  ...Array.from({ length: 10 }, () => seen(1e-7, 10)),
])

test('what nothing was seen of moves like the others', () => {
  expect(alike.expect(undefined)).toBeGreaterThan(0.5e-9)
  expect(alike.expect(undefined)).toBeLessThan(4e-9)
})

test('where a few of the others are wild, what is unknown is asked as if it might be one of them', () => {
  // The mean: a fifth of them moves ten thousand times as much as the rest.
  expect(apart.expect(undefined)).toBeGreaterThan(1e-8)
})

test('one small change proves little where the others are wild; ten prove it', () => {
  const rates = [0, 1, 3, 10].map((count) => apart.expect(seen(1e-11, count)))
  for (const [i, rate] of rates.entries()) if (i > 0) expect(rate).toBeLessThan(rates[i - 1] ?? 0)
  expect(rates[1]).toBeGreaterThan(1e-10)
  expect(rates[3]).toBeLessThan(2e-11)
})

test('one chance change among those that move alike is taken for chance; ten are believed', () => {
  expect(alike.expect(seen(1e-8, 1))).toBeLessThan(3e-9)
  expect(alike.expect(seen(1e-8, 10))).toBeGreaterThan(4e-9)
})

test('prices that never move, and ones beyond the grid, give finite estimates above zero', () => {
  for (const history of [seen(0, 10), seen(1e9, 10), seen(1e-40, 10), seen(0, 0)])
    for (const pool of [alike, apart, learn([]), learn([seen(0, 10)])]) {
      const rate = pool.expect(history)
      expect(rate).toBeGreaterThan(0)
      expect(rate).toBeLessThan(1)
    }
})
