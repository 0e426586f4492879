import { expect, test } from 'vitest'
import { seeClosed, seePrice, type PriceHistory } from '../../../src/main/sync/volatility.ts'
import { VolatilityPool } from '../../../src/main/sync/volatility-pool.ts'

/** Standard normal numbers, the same each time. */
function createNormal(seed: number): () => number {
  let state = seed
  const next = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

/** A price that walks at `rate` (variance per ms), seen at irregular times. */
function watch(rates: readonly number[], looks: number, seed = 7, pool = new VolatilityPool()): PriceHistory {
  const normal = createNormal(seed)
  let [price, at] = [100, 0]
  let history: PriceHistory = { last: { price, seenAt: at, tradedAt: at }, evidence: null }
  for (const rate of rates)
    for (let i = 0; i < looks; i++) {
      const elapsed = 2_000 + (i % 7) * 9_000
      at += elapsed
      price *= Math.exp(Math.sqrt(rate * elapsed) * normal())
      history = seePrice(history, { price, seenAt: at, tradedAt: at }, pool.shares) ?? history
    }
  return history
}

const { shares } = new VolatilityPool()

const first = (at: number | null): PriceHistory => {
  const history = seePrice(undefined, { price: 10, seenAt: 0, tradedAt: at }, shares)
  if (history === undefined) throw new Error('nothing was seen')
  return history
}
const expected = (history: PriceHistory | undefined): number => new VolatilityPool().expect(history)

test('the estimate comes near the truth from irregular looks, whatever the truth', () => {
  for (const truth of [1e-15, 1e-12, 4e-9, 1e-6]) {
    const rates = Array.from({ length: 60 }, (_, i) => expected(watch([truth], 150, 11 + i * 977)))
    const mean = rates.reduce((a, b) => a + b, 0) / rates.length
    expect(mean / truth).toBeGreaterThan(0.7)
    expect(mean / truth).toBeLessThan(2.2)
  }
})

test('a regime ten times as wild is learned within a few looks, and forgotten when it is over', () => {
  const pool = new VolatilityPool()
  const calm = watch([1e-9], 40)
  const wild = Array.from({ length: 30 }, (_, i) => pool.expect(watch([1e-9, 1e-7], 8, 5 + i * 31)))
  expect(wild.toSorted((a, b) => a - b)[15]).toBeGreaterThan(3e-8)
  expect(pool.expect(calm)).toBeLessThan(3e-9)
  expect(pool.expect(watch([1e-9, 1e-7, 1e-9], 80))).toBeLessThan(4e-9)
})

test('a quote that bears the same time again tells that nobody traded, not that the price is calm', () => {
  const history = watch([4e-9], 30)
  const { last } = history
  expect(seePrice(history, { ...last, seenAt: last.seenAt + 60_000 }, shares)).toBe(history)
})

test('the same price, told with the time of its trade for the first time, teaches nothing but that time', () => {
  const known = seePrice(first(null), { price: 10, seenAt: 900_000, tradedAt: -5_000 }, shares)
  expect(known).toEqual({ last: { price: 10, seenAt: 900_000, tradedAt: -5_000 }, evidence: null })
})

test('a price that stood still for a quarter of an hour, by looks without a time of their own, is calmer', () => {
  const still = seePrice(first(null), { price: 10, seenAt: 900_000, tradedAt: null }, shares)
  expect(expected(still)).toBeLessThan(expected(first(null)))
})

test('a night, a price of nothing and two trades in the same moment teach nothing', () => {
  const wrong = [
    { price: 0, seenAt: 60_000, tradedAt: 60_000 },
    { price: NaN, seenAt: 60_000, tradedAt: 60_000 },
    { price: 11, seenAt: 60_000, tradedAt: 20 },
    { price: 11, seenAt: 50_000_000, tradedAt: 50_000_000 },
  ]
  for (const seen of wrong) expect(seePrice(first(0), seen, shares)).toMatchObject({ evidence: null })
})

test('of what a closed market shows nothing is learned, and the change over the night neither', () => {
  const evening = watch([1e-9], 20)
  const night = seeClosed(evening, {
    price: 200,
    seenAt: evening.last.seenAt + 60_000,
    tradedAt: evening.last.seenAt + 60_000,
  })
  expect(night).toMatchObject({ evidence: evening.evidence, last: { price: 200 } })
})

test('one wild print moves the estimate, but not beyond measure', () => {
  const calm = watch([1e-9], 60)
  const before = expected(calm)
  const { last } = calm
  const print = { price: last.price * 3, seenAt: last.seenAt + 10_000, tradedAt: last.seenAt + 10_000 }
  const after = expected(seePrice(calm, print, shares))
  expect(after).toBeGreaterThan(before)
  expect(after).toBeLessThan(before * 20)
})
