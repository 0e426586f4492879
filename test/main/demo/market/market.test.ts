import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseDecimal, subtract, toNumber, type Decimal } from '#shared/decimal.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { mondayNoon, startDemo, type DemoClient } from '../demo-client.ts'
import { bookRow, contract } from '../wire-schemas.ts'

const quoteOf = async ({ get }: DemoClient, symbol: string) =>
  (await get(`/v1/instruments/${symbol}/quotes/latest`)).quote
const exact = ({ value }: { value: string }): Decimal => parseDecimal(value)!
const number = (wire: { value: string }): number => toNumber(exact(wire))

test('equal seeds and times give equal responses, and a different seed or time gives different responses', async () => {
  const paths = [
    '/v1/assets',
    '/v1/instruments/SBER@MISX/quotes/latest',
    '/v1/instruments/SBER@MISX/trades/latest',
    '/v1/instruments/SBER@MISX/orderbook',
    '/v1/accounts/1900001',
    '/v1/accounts/1900001/orders',
    '/v1/accounts/1900001/transactions',
  ]
  const readAll = async (options: Parameters<typeof startDemo>[0]) => {
    const { get } = await startDemo({ size: 'typical', ...options })
    return Promise.all(paths.map(get))
  }
  const first = await readAll({ seed: 5 })
  expect(await readAll({ seed: 5 })).toEqual(first)
  const quote = first[1].quote.last
  expect((await readAll({ seed: 6 }))[1].quote.last).not.toEqual(quote)
  expect((await readAll({ seed: 5, at: mondayNoon + hourMs }))[1].quote.last).not.toEqual(quote)
})

test('past prices do not depend on when the demo was started', async () => {
  const range = 'interval.start_time=2026-02-01T00:00:00Z&interval.end_time=2026-02-20T00:00:00Z'
  const early = await startDemo({ size: 'typical' })
  const late = await startDemo({ size: 'typical', at: mondayNoon + 200 * dayMs })
  for (const account of early.demo.accounts.ids) {
    const path = `/v1/accounts/${account}/transactions?${range}`
    expect(await late.get(path)).toEqual(await early.get(path))
  }
})

test('the figures of a quote are consistent with each other', async () => {
  const client = await startDemo({ requestsPerMinute: 1000 })
  for (const symbol of [
    'SBER@MISX',
    'YDEX@MISX',
    'ALTN@MISX',
    'SU26204RMFS1@MISX',
    'SiH6@RTSX',
    'EURUSD@_FX24',
    'BTCUSD@_CRYP',
  ]) {
    for (let time = 0; time < 4; time++) {
      await client.clock.advance(60_000)
      const quote = await quoteOf(client, symbol)
      expect(number(quote.bid)).toBeLessThan(number(quote.ask))
      expect(number(quote.bid)).toBeLessThanOrEqual(number(quote.last))
      expect(number(quote.ask)).toBeGreaterThanOrEqual(number(quote.last))
      expect(exact(quote.change)).toBe(subtract(exact(quote.last), exact(quote.close)))
      expect(number(quote.high)).toBeGreaterThanOrEqual(number(quote.last))
      expect(number(quote.low)).toBeLessThanOrEqual(number(quote.open))
      expect(Math.abs(Date.parse(quote.timestamp) - client.clock.now())).toBeLessThan(1000)
    }
  }
})

test('a large turnover is printed in scientific notation and a volume without a fraction', async () => {
  const quote = await quoteOf(await startDemo(), 'SBER@MISX')
  expect(quote.turnover.value).toMatch(/^\d\.\d+E\d$/)
  expect(quote.volume.value).toMatch(/^\d+$/)
})

test('volume grows through the day', async () => {
  const client = await startDemo()
  const before = number((await quoteOf(client, 'SBER@MISX')).volume)
  await client.clock.advance(2 * hourMs)
  expect(number((await quoteOf(client, 'SBER@MISX')).volume)).toBeGreaterThan(before)
})

test('a quote in the early session has no open, high or low', async () => {
  const quote = await quoteOf(await startDemo({ at: Date.UTC(2026, 2, 2, 5) }), 'SBER@MISX')
  expect([quote.open, quote.high, quote.low]).toEqual(Array.from({ length: 3 }, () => ({ value: '0.0' })))
  expect(number(quote.last)).toBeGreaterThan(0)
})

test('a closed market keeps its closing price while a market that never closes moves', async () => {
  const client = await startDemo({ at: Date.UTC(2026, 1, 28, 9) })
  const [before, currency] = [await quoteOf(client, 'SBER@MISX'), await quoteOf(client, 'USDRUB@_FX24')]
  await client.clock.advance(5 * hourMs)
  expect(await quoteOf(client, 'SBER@MISX')).toEqual(before)
  expect(before.timestamp.slice(0, 19)).toBe('2026-02-27T20:50:00')
  expect((await quoteOf(client, 'USDRUB@_FX24')).last).not.toEqual(currency.last)
  expect(client.demo.market.isOpen('SBER@MISX')).toBe(false)
  expect(client.demo.market.isOpen('USDRUB@_FX24')).toBe(true)
})

test('the close is the last price of the previous day', async () => {
  const friday = await quoteOf(await startDemo({ at: Date.UTC(2026, 1, 27, 22) }), 'SBER@MISX')
  const monday = await quoteOf(await startDemo(), 'SBER@MISX')
  expect(monday.close).toEqual(friday.last)
})

test('a test can open and close markets and restore their hours', async () => {
  const client = await startDemo({ at: Date.UTC(2026, 1, 28, 9) })
  const { market } = client.demo
  market.openMarket('MISX')
  const open = await quoteOf(client, 'SBER@MISX')
  await client.clock.advance(hourMs)
  expect(market.isOpen('SBER@MISX')).toBe(true)
  const later = await quoteOf(client, 'SBER@MISX')
  expect(later.last).not.toEqual(open.last)
  const { sessions } = await client.get('/v1/assets/SBER@MISX/schedule')
  expect(sessions[0].type).toBe('CORE_TRADING')
  market.closeMarket('MISX')
  const closed = await quoteOf(client, 'SBER@MISX')
  await client.clock.advance(3 * dayMs)
  expect((await quoteOf(client, 'SBER@MISX')).last).toEqual(closed.last)
  expect(market.isOpen('SBER@MISX')).toBe(false)
  market.restoreHours('MISX')
  expect(market.isOpen('SBER@MISX')).toBe(true)
})

test('with alwaysOpen every market trades on a Sunday', async () => {
  const { demo } = await startDemo({ alwaysOpen: true, at: Date.UTC(2026, 2, 1, 3) })
  for (const symbol of ['SBER@MISX', 'AAPL@XNGS', 'SiH6@RTSX']) expect(demo.market.isOpen(symbol)).toBe(true)
})

test('a price set by a test is exact until it is released', async () => {
  const client = await startDemo()
  const before = await quoteOf(client, 'SBER@MISX')
  client.demo.market.setPrice('SBER@MISX', '301.17')
  const moved = await quoteOf(client, 'SBER@MISX')
  expect(moved.last).toEqual({ value: '301.17' })
  expect(exact(moved.change)).toBe(subtract(parseDecimal('301.17')!, exact(before.close)))
  client.demo.market.setPrice('SBER@MISX', null)
  expect(await quoteOf(client, 'SBER@MISX')).toEqual(before)
  expect(() => client.demo.market.setPrice('SBER@MISX', 'much')).toThrow()
  expect(() => client.demo.market.setPrice('NONE@MISX', '1')).toThrow('no NONE@MISX')
})

test('an order book is sorted from the highest ask to the lowest bid, with at least ten levels on each side', async () => {
  const client = await startDemo()
  const { orderbook } = await client.get('/v1/instruments/SBER@MISX/orderbook')
  const rows = z.array(bookRow).parse(orderbook.rows)
  const prices = rows.map(({ price }) => number(price))
  expect(prices).toEqual([...prices].sort((a, b) => b - a))
  const asks = rows.filter((row) => row.sell_size !== undefined)
  const bids = rows.filter((row) => row.buy_size !== undefined)
  expect([asks.length, bids.length]).toEqual([12, 12])
  const quote = await quoteOf(client, 'SBER@MISX')
  expect([asks.at(-1)?.price, bids[0]?.price]).toEqual([quote.ask, quote.bid])
})

test('quotes of a delayed market are as late as the permissions state', async () => {
  const client = await startDemo()
  const quote = await quoteOf(client, 'RHNE@XETR')
  expect(Math.abs(client.clock.now() - Date.parse(quote.timestamp) - 15 * 60_000)).toBeLessThan(1000)
})

test('the option chain satisfies put-call parity', async () => {
  const client = await startDemo({ at: Date.UTC(2026, 2, 2, 12) })
  const options = z.array(contract).parse((await client.get('/v1/assets/SiH6@RTSX/options?root=Si-M')).options)
  const future = number((await quoteOf(client, 'SiH6@RTSX')).last)
  for (const call of options.filter((option) => option.type === 'TYPE_CALL')) {
    const put = options.find((option) => option.type === 'TYPE_PUT' && option.strike.value === call.strike.value)!
    const difference =
      number((await quoteOf(client, call.symbol)).option.theoretical_price) -
      number((await quoteOf(client, put.symbol)).option.theoretical_price)
    expect(Math.abs(difference - (future - number(call.strike)))).toBeLessThan(2)
  }
})
