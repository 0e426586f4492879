import { expect, test } from 'vitest'
import { QuoteLedger, createQuoteRecorder } from '#main/sync/quotes/quote-ledger.ts'
import { parseDecimal } from '#shared/decimal.ts'
import type { Quote } from '#shared/model/market.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { emptyQuote } from '../../../fakes/empty-figures.ts'
import { d, makeQuote } from '../../insight/make.ts'

const hour = 3_600_000

/** A quote after four hours of trading whose range is this share of the price, with as many trades as needed. */
function quote(symbol: string, at: number, range: number): Quote {
  const decimal = (value: number) => parseDecimal(value.toFixed(8))
  return {
    ...emptyQuote,
    ...{ symbol, at, last: decimal(100), lastSize: decimal(1), volume: decimal(10_000) },
    ...{ open: decimal(100), high: decimal(100 * (1 + range)), low: decimal(100) },
  }
}

function openMarket(symbol: string, now: number, openedAt: number) {
  const sessions = [{ type: 'CORE_TRADING', startAt: openedAt, endAt: now + 4 * hour }]
  return { symbol, sessions, market: { state: 'open', changesAt: now + 4 * hour } as const }
}

test('the first quote of each instrument ranks them by the range of their day', () => {
  const clock = new FakeClock()
  const now = clock.now()
  const ledger = new QuoteLedger(clock)
  const ranges = [0.0005, 0.002, 0.008, 0.03, 0.12]
  ledger.noteMarkets(ranges.map((_, i) => openMarket(`S${i}@X`, now, now - 4 * hour)))
  for (const [i, range] of ranges.entries()) ledger.seeQuote(quote(`S${i}@X`, now, range), now)
  const rates = ranges.map((_, i) => ledger.varianceRate(`S${i}@X`))
  expect(rates).toEqual(rates.toSorted((a, b) => a - b))
  // Volatilities differ by a factor of 240: after one quote the estimates already differ by more than 20.
  expect(Math.sqrt((rates[4] ?? 0) / (rates[0] ?? 1))).toBeGreaterThan(20)
})

test('the same range in a quarter of the time is a higher volatility', () => {
  const clock = new FakeClock()
  const now = clock.now()
  const ledger = new QuoteLedger(clock)
  ledger.noteMarkets([openMarket('LONG@X', now, now - 8 * hour), openMarket('SHORT@X', now, now - 2 * hour)])
  for (const symbol of ['LONG@X', 'SHORT@X']) ledger.seeQuote(quote(symbol, now, 0.01), now)
  expect(ledger.varianceRate('SHORT@X')).toBeGreaterThan(1.5 * ledger.varianceRate('LONG@X'))
})

test('after a quote without a range an instrument keeps the general expectation', () => {
  const clock = new FakeClock()
  const ledger = new QuoteLedger(clock)
  const now = clock.now()
  ledger.seeQuote({ ...quote('A@X', now, 0.05), high: null, low: null }, now)
  expect(ledger.varianceRate('A@X')).toBe(ledger.varianceRate('UNKNOWN@X'))
})

function start() {
  const clock = new FakeClock()
  const writes: { at: number; last: string }[][] = []
  let isFull = false
  const record = createQuoteRecorder(
    {
      quotes: {
        record(quotes) {
          if (isFull) throw new Error('The disk is full')
          writes.push(quotes.map(({ at, last }) => ({ at, last })))
          return quotes.length
        },
      },
    },
    clock,
  )
  const receive = (last: string | null, at: number | null = null) =>
    record(makeQuote({ last: last === null ? null : d(last), at }))
  return { clock, writes, receive, setFull: (full: boolean) => void (isFull = full) }
}

test('prices of half a minute are written to disk together; an unknown price is not written', async () => {
  const { clock, writes, receive } = start()
  receive('1')
  receive(null)
  await clock.advance(29_000)
  receive('2')
  expect(writes).toEqual([])
  await clock.advance(1_000)
  receive('3')
  expect(writes.map((write) => write.map(({ last }) => last))).toEqual([['1', '2', '3']])
})

test('a quote older than a previous one is not recorded as a current price', async () => {
  const { clock, writes, receive } = start()
  receive('2', 1_000)
  receive('1', 999)
  receive('2.5', null)
  await clock.advance(30_000)
  receive('3', 1_000)
  expect(writes.flat().map(({ last }) => last)).toEqual(['2', '2.5', '3'])
})

test('on a full disk prices are tried again twice a minute, limited in number, and written when there is space', async () => {
  const { clock, writes, receive, setFull } = start()
  setFull(true)
  let refusals = 0
  for (let round = 0; round < 3_000; round++) {
    await clock.advance(1_000)
    try {
      receive(String(round))
    } catch {
      refusals += 1
    }
  }
  expect(refusals).toBe(100)
  setFull(false)
  await clock.advance(30_000)
  receive('9999')
  expect(writes).toHaveLength(1)
  expect(writes[0]).toHaveLength(2_000)
})
