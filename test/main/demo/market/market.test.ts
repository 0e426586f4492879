import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseDecimal, subtract, toNumber, type Decimal } from '../../../src/shared/decimal.ts'
import { dayMs, hourMs } from '../../../src/main/demo/day.ts'
import { mondayNoon, visit, type Visit } from './visit.ts'
import { bookRow, contract } from './wire-schemas.ts'

const quoteOf = async ({ get }: Visit, symbol: string) => (await get(`/v1/instruments/${symbol}/quotes/latest`)).quote
const exact = ({ value }: { value: string }): Decimal => parseDecimal(value)!
const number = (wire: { value: string }): number => toNumber(exact(wire))

test('equal seeds and times give equal answers, another seed or time does not', async () => {
  const paths = [
    '/v1/assets',
    '/v1/instruments/SBER@MISX/quotes/latest',
    '/v1/instruments/SBER@MISX/trades/latest',
    '/v1/instruments/SBER@MISX/orderbook',
    '/v1/accounts/1900001',
    '/v1/accounts/1900001/orders',
    '/v1/accounts/1900001/transactions',
  ]
  const answers = async (options: Parameters<typeof visit>[0]) => {
    const { get } = await visit({ size: 'typical', ...options })
    return Promise.all(paths.map(get))
  }
  const first = await answers({ seed: 5 })
  expect(await answers({ seed: 5 })).toEqual(first)
  const quote = first[1].quote.last
  expect((await answers({ seed: 6 }))[1].quote.last).not.toEqual(quote)
  expect((await answers({ seed: 5, at: mondayNoon + hourMs }))[1].quote.last).not.toEqual(quote)
})

test('what happened stays: the past does not hang on when the demo was started', async () => {
  const range = 'interval.start_time=2026-02-01T00:00:00Z&interval.end_time=2026-02-20T00:00:00Z'
  const early = await visit({ size: 'typical' })
  const late = await visit({ size: 'typical', at: mondayNoon + 200 * dayMs })
  for (const account of early.demo.accounts.ids) {
    const path = `/v1/accounts/${account}/transactions?${range}`
    expect(await late.get(path)).toEqual(await early.get(path))
  }
})

test('a quote is consistent in itself', async () => {
  const visitor = await visit({ requestsPerMinute: 1000 })
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
      await visitor.clock.advance(60_000)
      const quote = await quoteOf(visitor, symbol)
      expect(number(quote.bid)).toBeLessThan(number(quote.ask))
      expect(number(quote.bid)).toBeLessThanOrEqual(number(quote.last))
      expect(number(quote.ask)).toBeGreaterThanOrEqual(number(quote.last))
      expect(exact(quote.change)).toBe(subtract(exact(quote.last), exact(quote.close)))
      expect(number(quote.high)).toBeGreaterThanOrEqual(number(quote.last))
      expect(number(quote.low)).toBeLessThanOrEqual(number(quote.open))
      expect(Math.abs(Date.parse(quote.timestamp) - visitor.clock.now())).toBeLessThan(1000)
    }
  }
})

test('a large turnover is printed in scientific notation and a volume without a fraction', async () => {
  const quote = await quoteOf(await visit(), 'SBER@MISX')
  expect(quote.turnover.value).toMatch(/^\d\.\d+E\d$/)
  expect(quote.volume.value).toMatch(/^\d+$/)
})

test('volume grows through the day', async () => {
  const visitor = await visit()
  const before = number((await quoteOf(visitor, 'SBER@MISX')).volume)
  await visitor.clock.advance(2 * hourMs)
  expect(number((await quoteOf(visitor, 'SBER@MISX')).volume)).toBeGreaterThan(before)
})

test('early in the session there is no open, high or low', async () => {
  const quote = await quoteOf(await visit({ at: Date.UTC(2026, 2, 2, 5) }), 'SBER@MISX')
  expect([quote.open, quote.high, quote.low]).toEqual(Array.from({ length: 3 }, () => ({ value: '0.0' })))
  expect(number(quote.last)).toBeGreaterThan(0)
})

test('a closed market stands at its closing price while another that never closes moves', async () => {
  const visitor = await visit({ at: Date.UTC(2026, 1, 28, 9) })
  const [before, currency] = [await quoteOf(visitor, 'SBER@MISX'), await quoteOf(visitor, 'USDRUB@_FX24')]
  await visitor.clock.advance(5 * hourMs)
  expect(await quoteOf(visitor, 'SBER@MISX')).toEqual(before)
  expect(before.timestamp.slice(0, 19)).toBe('2026-02-27T20:50:00')
  expect((await quoteOf(visitor, 'USDRUB@_FX24')).last).not.toEqual(currency.last)
  expect(visitor.demo.market.isOpen('SBER@MISX')).toBe(false)
  expect(visitor.demo.market.isOpen('USDRUB@_FX24')).toBe(true)
})

test('the close of a day is the last price of the day before', async () => {
  const friday = await quoteOf(await visit({ at: Date.UTC(2026, 1, 27, 22) }), 'SBER@MISX')
  const monday = await quoteOf(await visit(), 'SBER@MISX')
  expect(monday.close).toEqual(friday.last)
})

test('a test opens and closes markets and gives the hours back', async () => {
  const visitor = await visit({ at: Date.UTC(2026, 1, 28, 9) })
  const { market } = visitor.demo
  market.openMarket('MISX')
  const open = await quoteOf(visitor, 'SBER@MISX')
  await visitor.clock.advance(hourMs)
  expect(market.isOpen('SBER@MISX')).toBe(true)
  const later = await quoteOf(visitor, 'SBER@MISX')
  expect(later.last).not.toEqual(open.last)
  const { sessions } = await visitor.get('/v1/assets/SBER@MISX/schedule')
  expect(sessions[0].type).toBe('CORE_TRADING')
  market.closeMarket('MISX')
  const closed = await quoteOf(visitor, 'SBER@MISX')
  await visitor.clock.advance(3 * dayMs)
  expect((await quoteOf(visitor, 'SBER@MISX')).last).toEqual(closed.last)
  expect(market.isOpen('SBER@MISX')).toBe(false)
  market.restoreHours('MISX')
  expect(market.isOpen('SBER@MISX')).toBe(true)
})

test('with alwaysOpen every market trades on a Sunday', async () => {
  const { demo } = await visit({ alwaysOpen: true, at: Date.UTC(2026, 2, 1, 3) })
  for (const symbol of ['SBER@MISX', 'AAPL@XNGS', 'SiH6@RTSX']) expect(demo.market.isOpen(symbol)).toBe(true)
})

test('a price that a test set is shown to the last digit until it is let go', async () => {
  const visitor = await visit()
  const before = await quoteOf(visitor, 'SBER@MISX')
  visitor.demo.market.setPrice('SBER@MISX', '301.17')
  const moved = await quoteOf(visitor, 'SBER@MISX')
  expect(moved.last).toEqual({ value: '301.17' })
  expect(exact(moved.change)).toBe(subtract(parseDecimal('301.17')!, exact(before.close)))
  visitor.demo.market.setPrice('SBER@MISX', null)
  expect(await quoteOf(visitor, 'SBER@MISX')).toEqual(before)
  expect(() => visitor.demo.market.setPrice('SBER@MISX', 'much')).toThrow()
  expect(() => visitor.demo.market.setPrice('NONE@MISX', '1')).toThrow('no NONE@MISX')
})

test('an order book falls from the highest ask to the lowest bid, ten levels and more on each side', async () => {
  const visitor = await visit()
  const { orderbook } = await visitor.get('/v1/instruments/SBER@MISX/orderbook')
  const rows = z.array(bookRow).parse(orderbook.rows)
  const prices = rows.map(({ price }) => number(price))
  expect(prices).toEqual([...prices].sort((a, b) => b - a))
  const asks = rows.filter((row) => row.sell_size !== undefined)
  const bids = rows.filter((row) => row.buy_size !== undefined)
  expect([asks.length, bids.length]).toEqual([12, 12])
  const quote = await quoteOf(visitor, 'SBER@MISX')
  expect([asks.at(-1)?.price, bids[0]?.price]).toEqual([quote.ask, quote.bid])
})

test('a delayed market is as late as the permissions say', async () => {
  const visitor = await visit()
  const quote = await quoteOf(visitor, 'RHNE@XETR')
  expect(Math.abs(visitor.clock.now() - Date.parse(quote.timestamp) - 15 * 60_000)).toBeLessThan(1000)
})

test('the option chain keeps the parity of calls and puts', async () => {
  const visitor = await visit({ at: Date.UTC(2026, 2, 2, 12) })
  const options = z.array(contract).parse((await visitor.get('/v1/assets/SiH6@RTSX/options?root=Si-M')).options)
  const future = number((await quoteOf(visitor, 'SiH6@RTSX')).last)
  for (const call of options.filter((option) => option.type === 'TYPE_CALL')) {
    const put = options.find((other) => other.type === 'TYPE_PUT' && other.strike.value === call.strike.value)!
    const difference =
      number((await quoteOf(visitor, call.symbol)).option.theoretical_price) -
      number((await quoteOf(visitor, put.symbol)).option.theoretical_price)
    expect(Math.abs(difference - (future - number(call.strike)))).toBeLessThan(2)
  }
})
