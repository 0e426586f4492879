import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thinPrices } from '../../../src/main/insight/thin-prices.ts'
import { newestTradesFirst } from '../../../src/main/insight/trade-order.ts'
import { d } from './make.ts'

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

test('a tape shows the newest trade first, to the microsecond, and of one moment the later row', () => {
  const trades = [
    trade('b', '2026-03-02T09:00:00.000002Z'),
    trade('a', '2026-03-02T09:00:00.000001Z'),
    trade('d', '2026-03-02T09:00:01.000000Z'),
    trade('none', null),
    trade('c', '2026-03-02T09:00:00.000002Z'),
  ]
  expect(newestTradesFirst(trades).map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a', 'none'])
})

test('few prices stay as they are', () => {
  expect(thinPrices([], 5)).toEqual([])
  const two = [1, 9].map((at) => ({ at, last: d('1') }))
  expect(thinPrices(two, 5)).toEqual([
    { at: 1, price: '1' },
    { at: 9, price: '1' },
  ])
})

test('many prices become as many as asked at most, in order, the newest among them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(10_000), { maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (times, most) => {
      const seen = times.toSorted((a, b) => a - b).map((at) => ({ at, last: d(String(at)) }))
      const thin = thinPrices(seen, most)
      expect(thin.length).toBeLessThanOrEqual(most)
      expect(thin.at(-1)?.at).toBe(seen.at(-1)?.at)
      expect(thin.every(({ at, price }) => String(at) === price && times.includes(at))).toBe(true)
      if (seen.length <= most) expect(thin).toHaveLength(seen.length)
    }),
  )
})
