import fc from 'fast-check'
import { expect, test } from 'vitest'
import { downsamplePrices, newestTradesFirst } from '#main/insight/market/recorded-trades.ts'
import { d } from '../make.ts'

const trade = (id: string, atText: string | null) => ({
  id,
  mpid: '',
  at: atText === null ? null : Date.parse(atText.replace(/(\.\d{3})\d+/, '$1')),
  atText,
  price: null,
  size: null,
  openInterest: null,
  side: '',
})

test('trades are sorted newest first to the microsecond, and later rows first at equal times', () => {
  const trades = [
    trade('b', '2026-03-02T09:00:00.000002Z'),
    trade('a', '2026-03-02T09:00:00.000001Z'),
    trade('d', '2026-03-02T09:00:01.000000Z'),
    trade('none', null),
    trade('c', '2026-03-02T09:00:00.000002Z'),
  ]
  expect(newestTradesFirst(trades).map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a', 'none'])
})

test('prices within the limit are unchanged', () => {
  expect(downsamplePrices([], 5)).toEqual([])
  const prices = [1, 9].map((at) => ({ at, last: d('1') }))
  expect(downsamplePrices(prices, 5)).toEqual([
    { at: 1, price: '1' },
    { at: 9, price: '1' },
  ])
})

test('prices are reduced to the limit, in order and including the newest', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(10_000), { maxLength: 200 }),
      fc.integer({ min: 1, max: 60 }),
      (times, maxPoints) => {
        const seen = times.toSorted((a, b) => a - b).map((at) => ({ at, last: d(String(at)) }))
        const thin = downsamplePrices(seen, maxPoints)
        expect(thin.length).toBeLessThanOrEqual(maxPoints)
        expect(thin.at(-1)?.at).toBe(seen.at(-1)?.at)
        expect(thin.every(({ at, price }) => String(at) === price && times.includes(at))).toBe(true)
        if (seen.length <= maxPoints) expect(thin).toHaveLength(seen.length)
      },
    ),
  )
})
