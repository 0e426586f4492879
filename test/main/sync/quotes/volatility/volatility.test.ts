import { expect, test } from 'vitest'
import { VolatilityPool } from '#main/sync/quotes/volatility/volatility-pool.ts'
import {
  combineEvidence,
  seeClosed,
  seeDay,
  seePrice,
  type PriceHistory,
} from '#main/sync/quotes/volatility/volatility.ts'
import { createNormal } from './brownian-day.ts'

const nothing = { rate: 0, weight: 0 }
const expected = (history: PriceHistory | undefined): number => new VolatilityPool().expect(history)

/** A random walk with these variances per ms one after another, with quotes at irregular times. */
function observe(rates: readonly number[], quotes: number, seed = 7): PriceHistory {
  const normal = createNormal(seed)
  let [price, at] = [100, 0]
  let history: PriceHistory = { last: { price, seenAt: at, tradedAt: at }, changes: nothing, day: null }
  for (const rate of rates)
    for (let i = 0; i < quotes; i++) {
      const elapsed = 2_000 + (i % 7) * 9_000
      at += elapsed
      price *= Math.exp(Math.sqrt(rate * elapsed) * normal())
      history = seePrice(history, { price, seenAt: at, tradedAt: at }, expected(history)) ?? history
    }
  return history
}

const first = (at: number | null): PriceHistory => {
  const history = seePrice(undefined, { price: 10, seenAt: 0, tradedAt: at }, 0)
  if (history === undefined) throw new Error('the first quote has no history')
  return history
}

test('the estimate from quotes at irregular times is close to any true value', () => {
  for (const trueRate of [1e-15, 1e-12, 4e-9, 1e-6]) {
    const rates = Array.from({ length: 60 }, (_, i) => combineEvidence(observe([trueRate], 150, 11 + i * 977)).rate)
    const mean = rates.reduce((a, b) => a + b, 0) / rates.length
    expect(mean / trueRate).toBeGreaterThan(0.85)
    expect(mean / trueRate).toBeLessThan(1.15)
  }
})

test('a tenfold volatility is learned within a few quotes, and forgotten after it ends', () => {
  const lowVolatility = observe([1e-9], 40)
  const volatileEstimates = Array.from({ length: 30 }, (_, i) => expected(observe([1e-9, 1e-7], 8, 5 + i * 31)))
  expect(volatileEstimates.toSorted((a, b) => a - b)[15]).toBeGreaterThan(2e-8)
  expect(expected(lowVolatility)).toBeLessThan(3e-9)
  expect(expected(observe([1e-9, 1e-7, 1e-9], 120))).toBeLessThan(4e-9)
})

test('a quote with an unchanged trade time means that there was no trade, not that the volatility is low', () => {
  const history = observe([4e-9], 30)
  const { last } = history
  expect(seePrice(history, { ...last, seenAt: last.seenAt + 60_000 }, 4e-9)).toBe(history)
})

test('the same price with a trade time for the first time only adds that time', () => {
  const known = seePrice(first(null), { price: 10, seenAt: 900_000, tradedAt: -5_000 }, 0)
  expect(known).toEqual({ last: { price: 10, seenAt: 900_000, tradedAt: -5_000 }, changes: nothing, day: null })
})

test('a price without a trade time that did not change for a quarter of an hour has a lower estimate', () => {
  const unchanged = seePrice(first(null), { price: 10, seenAt: 900_000, tradedAt: null }, 1e-9)
  expect(expected(unchanged)).toBeLessThan(expected(first(null)))
})

test('a night, a price of zero and two trades at the same time add nothing', () => {
  const invalidQuotes = [
    { price: 0, seenAt: 60_000, tradedAt: 60_000 },
    { price: NaN, seenAt: 60_000, tradedAt: 60_000 },
    { price: 11, seenAt: 60_000, tradedAt: 20 },
    { price: 11, seenAt: 50_000_000, tradedAt: 50_000_000 },
  ]
  for (const quote of invalidQuotes) expect(seePrice(first(0), quote, 1e-9)).toMatchObject({ changes: nothing })
})

test('neither the prices of a closed market nor the change over the night add anything', () => {
  const evening = observe([1e-9], 20)
  const night = seeClosed(evening, {
    price: 200,
    seenAt: evening.last.seenAt + 60_000,
    tradedAt: evening.last.seenAt + 60_000,
  })
  expect(night).toMatchObject({ changes: evening.changes, last: { price: 200 } })
})

test('a single wrong price changes the estimate only within bounds', () => {
  const lowVolatility = observe([1e-9], 60)
  const before = expected(lowVolatility)
  const { last } = lowVolatility
  const wrongPrice = { price: last.price * 3, seenAt: last.seenAt + 10_000, tradedAt: last.seenAt + 10_000 }
  const after = expected(seePrice(lowVolatility, wrongPrice, before))
  expect(after).toBeGreaterThan(before)
  expect(after).toBeLessThan(before * 5)
})

test('the range of a day is replaced by a later one of the same day and joins the changes when the next day begins', () => {
  const morning = seeDay(first(0), { rate: 1e-9, weight: 2, dayStartAt: 0 })
  const noon = seeDay(morning, { rate: 2e-9, weight: 4, dayStartAt: 0 })
  expect(combineEvidence(noon)).toEqual({ rate: 2e-9, weight: 4 })
  const nextDay = seeDay(noon, { rate: 8e-9, weight: 1, dayStartAt: 86_400_000 })
  expect(nextDay.changes).toEqual({ rate: 2e-9, weight: 2 })
  expect(combineEvidence(nextDay)).toEqual({ rate: 4e-9, weight: 2.5 })
  expect(seeDay(nextDay, { rate: 1, weight: 4, dayStartAt: 0 })).toBe(nextDay)
})
