import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seePrice, typicalVarianceRate, varianceRateOf, type PriceHistory } from '../../../src/main/sync/volatility.ts'

/** Standard normal numbers, the same each time. */
function createNormal(seed: number): () => number {
  let state = seed
  const next = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

/** A price that walks at `rate` (variance per ms), seen at irregular times. */
function watch(rates: readonly number[], looks: number, seed = 7, prior = 1e-9): PriceHistory | undefined {
  const normal = createNormal(seed)
  let history: PriceHistory | undefined
  let [price, at] = [100, 0]
  for (const rate of rates)
    for (let i = 0; i < looks; i++) {
      const elapsed = 2_000 + (i % 7) * 9_000
      at += elapsed
      price *= Math.exp(Math.sqrt(rate * elapsed) * normal())
      history = seePrice(history, { price, seenAt: at, tradedAt: at }, varianceRateOf(history, prior))
    }
  return history
}

test('what nothing was seen of moves like the others', () => {
  expect(varianceRateOf(undefined, 5e-9)).toBe(5e-9)
  const once = seePrice(undefined, { price: 10, seenAt: 0, tradedAt: null }, 5e-9)
  expect(varianceRateOf(once, 5e-9) / 5e-9).toBeCloseTo(1, 9)
})

test('the estimate comes near the truth from irregular looks, whatever was believed before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 1e-12, max: 1e-7, noNaN: true }), (seed, prior) => {
      const rates = Array.from({ length: 8 }, (_, i) =>
        varianceRateOf(watch([4e-9], 150, seed + i * 977, prior), prior),
      )
      const mean = rates.reduce((a, b) => a + b, 0) / rates.length
      expect(mean / 4e-9).toBeGreaterThan(0.4)
      expect(mean / 4e-9).toBeLessThan(2.2)
    }),
    { numRuns: 40 },
  )
})

test('a regime ten times as wild is learned within a few looks, and forgotten when it is over', () => {
  const wild = varianceRateOf(watch([1e-9, 1e-7], 40), 1e-9)
  expect(wild).toBeGreaterThan(3e-8)
  expect(varianceRateOf(watch([1e-9, 1e-7, 1e-9], 80), 1e-9)).toBeLessThan(4e-9)
})

test('a quote that bears the same time again tells that nobody traded, not that the price is calm', () => {
  const first = watch([4e-9], 30)
  const last = first?.last
  if (last === undefined) throw new Error('nothing was seen')
  const later = seePrice(first, { ...last, seenAt: last.seenAt + 60_000 }, 4e-9)
  expect(later).toBe(first)
})

test('a price that stood still for a quarter of an hour, by looks without a time of their own, is calmer', () => {
  const first = seePrice(undefined, { price: 10, seenAt: 0, tradedAt: null }, 1e-9)
  const second = seePrice(first, { price: 10, seenAt: 900_000, tradedAt: null }, 1e-9)
  expect(varianceRateOf(second, 1e-9)).toBeLessThan(1e-9)
})

test('a night, a price of nothing and two trades in the same moment teach nothing', () => {
  const first = seePrice(undefined, { price: 10, seenAt: 0, tradedAt: 0 }, 1e-9)
  const wrong = [
    { price: 0, seenAt: 60_000, tradedAt: 60_000 },
    { price: NaN, seenAt: 60_000, tradedAt: 60_000 },
    { price: 11, seenAt: 60_000, tradedAt: 20 },
    { price: 11, seenAt: 50_000_000, tradedAt: 50_000_000 },
  ]
  for (const seen of wrong) expect(varianceRateOf(seePrice(first, seen, 1e-9), 1e-9) / 1e-9).toBeCloseTo(1, 9)
})

test('one wild print moves the estimate, but not beyond measure', () => {
  const calm = watch([1e-9], 60)
  const before = varianceRateOf(calm, 1e-9)
  const last = calm?.last
  if (last === undefined) throw new Error('nothing was seen')
  const print = { price: last.price * 3, seenAt: last.seenAt + 10_000, tradedAt: last.seenAt + 10_000 }
  const after = varianceRateOf(seePrice(calm, print, before), 1e-9)
  expect(after).toBeGreaterThan(before)
  expect(after).toBeLessThan(before * 5)
})

test('the typical price is the middle one of those that were seen to move', () => {
  const still = seePrice(undefined, { price: 10, seenAt: 0, tradedAt: null }, 1e-9)
  expect(typicalVarianceRate(still === undefined ? [] : [still])).toBeNull()
  const moving = [1e-10, 1e-9, 1e-6].flatMap((rate) => watch([rate], 40) ?? [])
  const typical = typicalVarianceRate(moving)
  expect(typical).toBeGreaterThan(2e-10)
  expect(typical).toBeLessThan(1e-8)
})
