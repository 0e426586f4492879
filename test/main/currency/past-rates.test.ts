import { expect, test } from 'vitest'
import { pastRates } from '#main/currency/past-rates.ts'
import type { RateTrade } from '#main/insight/history/past-price.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { makeBook } from '../insight/currency/book.ts'
import { d } from '../insight/make.ts'
import { startSync } from '../sync/harness.ts'

const symbol = 'USDRUB@FX'
const start = Date.UTC(2024, 0, 1)
const at = (days: number, hours = 0): number => start + days * dayMs + hours * hourMs

/** Returns a function that reads the rate of a dollar in roubles at a time, with the time of its source. */
function rates(quotes: readonly (readonly [number, string])[], trades: readonly (readonly [number, string])[]) {
  const { journal } = startSync()
  journal.quotes.record(quotes.map(([time, price]) => ({ symbol, at: time, last: d(price) })))
  // The current quote must not be used for the past.
  const book = makeBook('RUB', { [symbol]: { price: '999' } })
  const given = trades.map(([time, price]): RateTrade => ({ symbol, at: time, price: d(price) }))
  const rateAt = pastRates(journal, book, at(100), given)
  return (time: number) => {
    const found = rateAt(time).rateOf('USD')
    return 'rate' in found ? [found.rate.rate, found.rate.at] : found.problem
  }
}

test('the price of an own trade is the rate from the time of the trade on, and not before it', () => {
  const read = rates([], [[at(5, 10), '70']])
  expect(read(at(5, 9))).toBe('no-past-price')
  expect(read(at(5, 11))).toEqual(['70', at(5, 10)])
  expect(read(at(40))).toEqual(['70', at(5, 10)])
})

test('of a quote and a trade on the same day the quote is used, even if the trade is later', () => {
  const read = rates([[at(5, 8), '71']], [[at(5, 10), '70']])
  expect(read(at(5, 12))).toEqual(['71', at(5, 8)])
  expect(read(at(6))).toEqual(['71', at(5, 8)])
})

test('of a quote and a trade on different days the newer one is used', () => {
  const read = rates(
    [
      [at(1), '60'],
      [at(9), '90'],
    ],
    [[at(5, 10), '70']],
  )
  expect([read(at(2)), read(at(6)), read(at(10))]).toEqual([
    ['60', at(1)],
    ['70', at(5, 10)],
    ['90', at(9)],
  ])
})

test('a quote is not used before its time on the same day', () => {
  const read = rates([[at(5, 18), '75']], [[at(5, 10), '70']])
  expect(read(at(5, 12))).toEqual(['70', at(5, 10)])
  expect(read(at(5, 20))).toEqual(['75', at(5, 18)])
})
