import { toNumber } from '#shared/decimal.ts'
import type { Account } from '#shared/model/account.ts'
import type { Quote } from '#shared/model/market.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Clock } from '../../time/clock.ts'
import type { Followed } from '../interest/followed.ts'
import { estimateFromRange, readDayRange } from './volatility/range-estimate.ts'
import { dueShare, seeTrade, type TradeTimes, elapsedDay } from './volatility/trade-intensity.ts'
import { VolatilityPool } from './volatility/volatility-pool.ts'
import { seeClosed, seeDay, seePrice, type PriceHistory } from './volatility/volatility.ts'

/** Each write of the journal is flushed to disk: prices are collected for this time before they are written. */
const gatheredMs = 30_000
/** While the disk cannot be written, only this number of the newest prices is kept in memory. */
const maxHeld = 2_000

type Seen = Parameters<Journal['quotes']['record']>[0][number]

/**
 * Writes received prices to the journal in batches. A crash loses the last half minute of a sparkline. A quote older
 * than a previous one is not recorded. Throws the errors of the journal.
 */
export function createQuoteRecorder(
  journal: { readonly quotes: Pick<Journal['quotes'], 'record'> },
  clock: Clock,
): (quote: Quote) => void {
  const newestAt = new Map<string, number>()
  let seen: Seen[] = []
  let since = clock.monotonic()
  return ({ symbol, last, at }) => {
    const isOlder = at !== null && at < (newestAt.get(symbol) ?? -Infinity)
    if (at !== null && !isOlder) newestAt.set(symbol, at)
    if (last !== null && !isOlder) seen.push({ symbol, at: clock.now(), last })
    if (clock.monotonic() - since < gatheredMs) return
    since = clock.monotonic()
    seen = seen.slice(-maxHeld)
    journal.quotes.record(seen)
    seen = []
  }
}

/** The key of a price in an account's response, as opposed to the quote of the same instrument. */
export const positionKey = (symbol: string): string => `position ${symbol}`

type Market = Pick<Followed, 'sessions' | 'market'>

/** Fitting the pool takes longer with more prices, while a single quote changes it less: the pause grows with the number of prices. */
const learnPauseMs = 10
const minPauseMs = 2_000

/** The requests and prices since the start. Times are UTC ms. */
export class QuoteLedger {
  readonly #clock: Clock
  readonly #requestedAt = new Map<string, number>()
  readonly #refreshedAt = new Map<string, number>()
  readonly #pending = new Set<string>()
  readonly #refused = new Set<string>()
  readonly #histories = new Map<string, PriceHistory>()
  readonly #trades = new Map<string, TradeTimes>()
  #markets: ReadonlyMap<string, Market> = new Map()
  readonly #pool = new VolatilityPool()
  readonly #rates = new Map<string, number>()
  #learnedAt: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#learnedAt = clock.monotonic()
  }

  requestedAt(callId: string): number | null {
    return this.#requestedAt.get(callId) ?? null
  }

  refreshedAt(key: string): number | null {
    return this.#refreshedAt.get(key) ?? null
  }

  isPending(callId: string): boolean {
    return this.#pending.has(callId)
  }

  wasRefused(callId: string): boolean {
    return this.#refused.has(callId)
  }

  /** Variance of the relative change per ms that is expected until the next quote; see `dueShare`. */
  varianceRate(symbol: string): number {
    this.#learn()
    const known = this.#rates.get(symbol)
    if (known !== undefined) return known
    const rate = this.expectedVariance(symbol) * dueShare(this.#trades.get(symbol))
    this.#rates.set(symbol, rate)
    return rate
  }

  /** Long-term relative variance per ms, independent of the time of the next trade. */
  expectedVariance(symbol: string): number {
    return this.#pool.expect(this.#histories.get(symbol))
  }

  /** Notes the markets of followed instruments: a day's range needs the trading hours, and prices of closed markets do not move. */
  noteMarkets(followed: readonly (Market & { readonly symbol: string })[]): void {
    this.#markets = new Map(followed.map((instrument) => [instrument.symbol, instrument]))
  }

  begin(callId: string): void {
    this.#requestedAt.set(callId, this.#clock.now())
    this.#pending.add(callId)
  }

  /** The request is over; its result is passed to `seeQuote`, `seeAccount` or `noteResponse`. */
  end(callId: string, isRefused = false): void {
    this.#pending.delete(callId)
    if (isRefused) this.#refused.add(callId)
    else this.#refused.delete(callId)
  }

  /** Learns from a quote that was requested at `requestedAt`, in this session or before. */
  seeQuote(quote: Quote, requestedAt: number, seenAt = this.#clock.now()): void {
    const { symbol, last, at } = quote
    this.noteResponse(symbol, requestedAt)
    if (last === null) return
    this.#see(symbol, { price: toNumber(last), seenAt, tradedAt: at })
    this.#seeRange(quote, at ?? seenAt)
  }

  /** Learns from the prices of an account's positions. */
  seeAccount(account: Account, requestedAt: number, seenAt = this.#clock.now()): void {
    for (const { symbol, currentPrice } of heldPositions(account)) {
      if (currentPrice === null) continue
      this.noteResponse(positionKey(symbol), requestedAt)
      this.#see(symbol, { price: toNumber(currentPrice), seenAt, tradedAt: null })
    }
  }

  /** Call for failed requests too: the price waits for its next call as after a success. */
  noteResponse(key: string, requestedAt: number): void {
    const before = this.#refreshedAt.get(key) ?? -Infinity
    // The refresh is in the future because the clock was set back.
    this.#refreshedAt.set(key, before > this.#clock.now() ? requestedAt : Math.max(requestedAt, before))
  }

  /** Notes a request from before this start. */
  restoreRequest(callId: string, at: number): void {
    if (!this.#requestedAt.has(callId)) this.#requestedAt.set(callId, at)
  }

  #see(symbol: string, seen: Parameters<typeof seePrice>[1]): void {
    this.#rates.delete(symbol)
    const isClosed = this.#markets.get(symbol)?.market.state === 'closed'
    if (seen.tradedAt === null || isClosed) this.#trades.delete(symbol)
    else this.#trades.set(symbol, seeTrade(this.#trades.get(symbol), seen.seenAt, seen.tradedAt))
    const before = this.#histories.get(symbol)
    const after = isClosed ? seeClosed(before, seen) : seePrice(before, seen, this.#pool.expect(before))
    if (after === undefined || after === before) return
    this.#histories.set(symbol, after)
  }

  #seeRange(quote: Quote, at: number): void {
    const history = this.#histories.get(quote.symbol)
    const dayRange = readDayRange(quote)
    if (history === undefined || dayRange === null) return
    const day = elapsedDay(this.#markets.get(quote.symbol)?.sessions ?? null, at)
    const estimate = estimateFromRange(dayRange, day?.tradingMs ?? null)
    if (estimate === null) return
    this.#histories.set(quote.symbol, seeDay(history, { ...estimate, dayStartAt: day?.startAt ?? null }))
  }

  #learn(): void {
    const now = this.#clock.monotonic()
    if (now - this.#learnedAt < Math.max(minPauseMs, this.#histories.size * learnPauseMs)) return
    this.#learnedAt = now
    this.#pool.learn(this.#histories.values())
    this.#rates.clear()
  }
}
