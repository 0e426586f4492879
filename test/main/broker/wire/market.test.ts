import { expect, test } from 'vitest'
import { table } from '#main/broker/endpoints.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { decodeExample } from '../decode-response.ts'

test('prices and sizes of 0 that mean "no value" are decoded as null', () => {
  expect(decodeExample('quote_latest.json')).toEqual({
    symbol: 'YDEX@MISX',
    at: Date.UTC(2025, 6, 24, 8, 40, 46, 838),
    atText: '2025-07-24T08:40:46.838173Z',
    ask: '4345',
    askSize: '438',
    bid: '4344.5',
    bidSize: '37',
    last: '4344.5',
    lastSize: '5',
    volume: '131667',
    turnover: '575349694',
    open: null,
    high: null,
    low: null,
    close: '4372.5',
    change: '-28',
    openInterest: null,
    option: null,
  })
  const quote = { ask: { value: '0' }, ask_size: { value: '7' }, bid: { value: '0.0' }, bid_size: { value: '0' } }
  const read = table.getQuote.decode({ symbol: 'a@B', quote }, { symbol: 'a@B' })
  expect(read).toMatchObject({ ask: null, askSize: null, bid: null, bidSize: null, last: null, close: null, at: null })
})

test('a quote for another instrument than the requested one is rejected', () => {
  const decode = () => table.getQuote.decode({ symbol: 'B@M', quote: {} }, { symbol: 'A@M' })
  expect(decode).toThrow(expect.objectContaining({ code: 'protocol', message: expect.stringContaining('symbol') }))
})

test('the symbol of a full asset is ticker@mic', () => {
  expect(decodeExample('asset.json')).toMatchObject({
    symbol: 'SBER@MISX',
    decimals: 2,
    minStep: '1',
    lotSize: '10',
    expirationDate: null,
  })
})

test('a flag with two names is unknown if their values differ', () => {
  const decode = (fields: object) => table.getTradingParams.decode(fields, { symbol: 'S@M', accountId: 'A' }).isTradable
  expect(decode({ tradeable: true })).toBe(true)
  expect(decode({ is_tradable: false })).toBe(false)
  expect(decode({ tradeable: true, is_tradable: true })).toBe(true)
  expect(decode({ tradeable: true, is_tradable: false })).toBeNull()
  expect(decode({})).toBeNull()
})

test.each([
  [{ next_cursor: '75022' }, '75022'],
  [{ next_cursor: 75022 }, '75022'],
  [{ next_cursor: '' }, null],
  [{ next_cursor: '0' }, null],
  [{ next_cursor: 0 }, null],
  [{}, null],
])('a page with %j has the next cursor %s', (fields, nextCursor) => {
  expect(table.listAllAssets.decode({ assets: [], ...fields }, {})).toEqual({
    content: pack([]),
    malformed: [],
    nextCursor,
  })
})
