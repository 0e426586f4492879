import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateFromRange, readDayRange, type DayRange } from '#main/sync/quotes/volatility/range-estimate.ts'
import { parseDecimal } from '#shared/decimal.ts'
import type { Quote } from '#shared/model/market.ts'
import { emptyQuote } from '../../../../fakes/empty-figures.ts'
import { drawDay } from './brownian-day.ts'

const hour = 3_600_000
const trueRate = 4e-12

/** Estimates of many days of the same volatility, divided by the true value. */
function estimateDays(elapsedMs: number, trades: number, change: (day: DayRange) => DayRange = (day) => day): number[] {
  return Array.from({ length: 400 }, (_, seed) => {
    const estimate = estimateFromRange(change(drawDay(trueRate, elapsedMs, trades, seed)), elapsedMs)
    return (estimate?.rate ?? NaN) / trueRate
  })
}
const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length
const withoutOpen = (day: DayRange): DayRange => ({ ...day, open: null })

describe('one range of a simulated Brownian day', () => {
  test.each([
    ['a minute', hour / 60, 300],
    ['an hour', hour, 300],
    ['a whole day', 8 * hour, 300],
    ['a day of twenty trades', 8 * hour, 20],
    ['a day of eight trades', 8 * hour, 8],
  ])('has the true variance as its mean within 12 %: %s', (_, elapsedMs, trades) => {
    for (const change of [(day: DayRange) => day, withoutOpen]) {
      const mean = meanOf(estimateDays(elapsedMs, trades, change))
      expect(mean).toBeGreaterThan(0.88)
      expect(mean).toBeLessThan(1.12)
    }
  })

  test('is within a factor of two of the true volatility in 96 of 100 days, with the open or without', () => {
    for (const change of [(day: DayRange) => day, withoutOpen]) {
      const near = estimateDays(8 * hour, 300, change).filter((share) => share > 1 / 4 && share < 4)
      expect(near.length).toBeGreaterThanOrEqual(384)
    }
  })

  test('has at most the error that its weight promises', () => {
    for (const [change, trades] of [
      [(day: DayRange) => day, 300],
      [withoutOpen, 300],
      [withoutOpen, 20],
    ] as const) {
      const variance = meanOf(estimateDays(8 * hour, trades, change).map((share) => (share - 1) ** 2))
      const weight = estimateFromRange(change(drawDay(trueRate, 8 * hour, trades, 1)), 8 * hour)?.weight ?? NaN
      expect(variance).toBeLessThan(2 / weight)
    }
  })

  test('is scaled by the elapsed time: the same range in a quarter of the time is four times the rate', () => {
    const day = drawDay(trueRate, hour, 300, 3)
    const [short, long] = [estimateFromRange(day, hour), estimateFromRange(day, 4 * hour)]
    expect((short?.rate ?? 0) / (long?.rate ?? 1)).toBeCloseTo(4, 6)
  })
})

test('the estimate does not depend on the unit of the price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000 }), fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (seed, unit) => {
      const day = drawDay(trueRate, hour, 50, seed)
      const scaled = {
        ...{ open: (day.open ?? 0) * unit, high: day.high * unit, low: day.low * unit },
        ...{ last: day.last * unit, trades: day.trades },
      }
      const [plain, other] = [estimateFromRange(day, hour), estimateFromRange(scaled, hour)]
      expect((other?.rate ?? NaN) / (plain?.rate ?? NaN)).toBeCloseTo(1, 6)
    }),
  )
})

test('the first minutes of a session have less weight than hours, and unknown hours less than known ones', () => {
  const weightAt = (tradingMs: number | null): number =>
    estimateFromRange(drawDay(trueRate, hour, 300, 1), tradingMs)?.weight ?? 0
  expect(weightAt(60_000)).toBeLessThan(1)
  expect(weightAt(4 * hour)).toBeGreaterThan(4)
  expect(weightAt(null)).toBeLessThan(weightAt(hour))
})

test('a session without trading time and a day with one trade give no estimate', () => {
  const day = drawDay(trueRate, hour, 300, 1)
  expect(estimateFromRange(day, 0)).toBeNull()
  expect(estimateFromRange({ ...day, trades: 1 }, hour)).toBeNull()
})

const decimal = (text: string | null) => (text === null ? null : parseDecimal(text))
function quote(
  figures: Partial<Record<'open' | 'high' | 'low' | 'last' | 'volume' | 'lastSize', string | null>>,
): Quote {
  const { open = '10', high = '12', low = '9', last = '11', volume = '500', lastSize = '5' } = figures
  return {
    ...emptyQuote,
    ...{ symbol: 'A@X', last: decimal(last), lastSize: decimal(lastSize), volume: decimal(volume) },
    ...{ open: decimal(open), high: decimal(high), low: decimal(low) },
  }
}

test('a complete quote has a range, and its number of trades is its volume divided by the size of the last trade', () => {
  expect(readDayRange(quote({}))).toEqual({ open: 10, high: 12, low: 9, last: 11, trades: 100 })
})

test.each([
  ['no high', { high: null }],
  ['a low of zero', { low: '0.0' }],
  ['a negative price', { low: '-3' }],
  ['a high below the low', { high: '8' }],
  ['a last price above the high', { last: '13' }],
  ['no last price', { last: null }],
])('a quote with %s has no range', (_, figures) => {
  expect(readDayRange(quote(figures))).toBeNull()
})

test.each([[null], ['0.0'], ['8.5'], ['12.5']])('an open of %s is ignored, and the range is kept', (open) => {
  expect(readDayRange(quote({ open }))).toMatchObject({ open: null, high: 12, low: 9 })
})

test.each([
  [{ volume: null }, null],
  [{ volume: '0' }, null],
  [{ lastSize: '0' }, null],
  [{ volume: '3' }, 1],
])('without a usable volume the number of trades is unknown (%j)', (figures, trades) => {
  expect(readDayRange(quote(figures))?.trades).toBe(trades)
})

test('all figures give either a finite estimate that is not negative, or none', () => {
  const figure = fc.oneof(
    fc.constant(null),
    fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value.toFixed(6)),
  )
  const figures = fc.record({ open: figure, high: figure, low: figure, last: figure, volume: figure, lastSize: figure })
  const anyQuote = fc.oneof(
    figures,
    // The figures are sorted, so that many are consistent.
    fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 4, maxLength: 4 }).map((values) => {
      const [low = 0, open = 0, last = 0, high = 0] = values.toSorted((a, b) => a - b)
      return { low: low.toFixed(6), open: open.toFixed(6), last: last.toFixed(6), high: high.toFixed(6) }
    }),
  )
  fc.assert(
    fc.property(anyQuote, fc.option(fc.integer({ min: 0, max: 1e9 })), (given, tradingMs) => {
      const range = readDayRange(quote(given))
      const estimate = range === null ? null : estimateFromRange(range, tradingMs)
      if (estimate === null) return
      expect(estimate.rate).toBeGreaterThanOrEqual(0)
      expect(Number.isFinite(estimate.rate)).toBe(true)
      expect(estimate.weight).toBeGreaterThan(0)
    }),
  )
})
