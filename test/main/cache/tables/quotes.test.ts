import { expect, test } from 'vitest'
import { createQuotes } from '#main/cache/tables/quotes.ts'
import type { Quote } from '#shared/model/market.ts'
import { emptyQuote } from '../../../fakes/empty-figures.ts'
import { dec, openTestCache } from '../open-cache.ts'

const base = Date.UTC(2026, 2, 2, 9)

function quote(last: string, micros: string | null = '123456', changes: Partial<Quote> = {}): Quote {
  return {
    ...emptyQuote,
    symbol: 'SBER@MISX',
    at: micros === null ? null : base + Number(micros.slice(0, 3)),
    atText: micros === null ? null : `2026-03-02T09:00:00.${micros}Z`,
    last: dec(last),
    ...changes,
  }
}

test('a newer quote replaces the stored one and an older quote never does, to the microsecond', () => {
  const quotes = createQuotes(openTestCache())
  expect(quotes.put(quote('1', '123456'), 10)).toBe(true)
  expect(quotes.put(quote('2', '123457'), 20)).toBe(true)
  expect(quotes.put(quote('3', '123456'), 30)).toBe(false)
  expect(quotes.put(quote('4', '122'), 40)).toBe(false)
  expect(quotes.get('SBER@MISX')).toEqual({ quote: quote('2', '123457'), fetchedAt: 20 })
})

test('an equal quote is not a change, but its read time is updated', () => {
  const quotes = createQuotes(openTestCache())
  quotes.put(quote('1'), 10)
  expect(quotes.put(quote('1'), 20)).toBe(false)
  expect(quotes.get('SBER@MISX')?.fetchedAt).toBe(20)
})

test('different figures with the same time are a change', () => {
  const quotes = createQuotes(openTestCache())
  quotes.put(quote('1'), 10)
  expect(quotes.put(quote('1', '123456', { bid: dec('0.9') }), 20)).toBe(true)
  expect(quotes.get('SBER@MISX')?.quote.bid).toBe('0.9')
})

test('without a time the later response replaces the earlier one', () => {
  const quotes = createQuotes(openTestCache())
  quotes.put(quote('1', null), 10)
  expect(quotes.put(quote('2', null), 5)).toBe(false)
  expect(quotes.put(quote('3'), 20)).toBe(true)
  expect(quotes.put(quote('4', null), 15)).toBe(false)
  expect(quotes.put(quote('5', null), 30)).toBe(true)
  expect(quotes.getMany(['SBER@MISX', 'other']).map((stored) => stored.quote.last)).toEqual(['5'])
})
