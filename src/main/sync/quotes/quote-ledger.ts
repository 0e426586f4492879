import { toNumber } from '../../../shared/decimal.ts'
import type { Account } from '../../../shared/model/account.ts'
import type { Quote } from '../../../shared/model/market.ts'
import type { Clock } from '../../time/clock.ts'
import type { Followed } from '../interest/followed.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import { dueShare, seeTrade, type TradeTimes } from './volatility/trade-intensity.ts'
import { estimateFromRange, readDayRange } from './volatility/range-estimate.ts'
import { elapsedDay } from './volatility/trading-day.ts'
import { seeClosed, seeDay, seePrice, type PriceHistory } from './volatility/volatility.ts'
import { VolatilityPool } from './volatility/volatility-pool.ts'

/** The key of a price that an account's response brings, beside the quote of the same instrument. */
export const positionKey = (symbol: string): string => `position ${symbol}`

type Market = Pick<Followed, 'sessions' | 'market'>

/** Fitting the pool takes longer for more prices, and a single quote then changes it less: the pause grows with each price. */
const learnPauseMs = 10
const minPauseMs = 2_000

/** What was requested and received of prices since the start. Times are UTC ms. */
export class QuoteLedger {
  readonly #clock: Clock
  readonly #askedAt = new Map<string, number>()
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

  askedAt(callId: string): number | null {
    return this.#askedAt.get(callId) ?? null
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

  /** Relative variance per ms over long times, whether or not the next trade is near. */
  expectedVariance(symbol: string): number {
    return this.#pool.expect(this.#histories.get(symbol))
  }

  /** Notes the markets of what is followed: hours are needed to read a day's range, and a closed market moves nothing. */
  noteMarkets(followed: readonly (Market & { readonly symbol: string })[]): void {
    this.#markets = new Map(followed.map((instrument) => [instrument.symbol, instrument]))
  }

  begin(callId: string): void {
    this.#askedAt.set(callId, this.#clock.now())
    this.#pending.add(callId)
  }

  /** The request is over; its result is passed to `seeQuote`, `seeAccount` or `noteAnswer`. */
  end(callId: string, isRefused = false): void {
    this.#pending.delete(callId)
    if (isRefused) this.#refused.add(callId)
    else this.#refused.delete(callId)
  }

  /** Takes in a quote that was requested at `askedAt`, now or before this start. */
  seeQuote(quote: Quote, askedAt: number, seenAt = this.#clock.now()): void {
    const { symbol, last, at } = quote
    this.noteAnswer(symbol, askedAt)
    if (last === null) return
    this.#see(symbol, { price: toNumber(last), seenAt, tradedAt: at })
    this.#seeRange(quote, at ?? seenAt)
  }

  /** Takes in the prices of an account's positions. */
  seeAccount(account: Account, askedAt: number, seenAt = this.#clock.now()): void {
    for (const { symbol, currentPrice } of heldPositions(account)) {
      if (currentPrice === null) continue
      this.noteAnswer(positionKey(symbol), askedAt)
      this.#see(symbol, { price: toNumber(currentPrice), seenAt, tradedAt: null })
    }
  }

  /** A price whose request failed waits for its next call like one that was received. */
  noteAnswer(key: string, askedAt: number): void {
    const before = this.#refreshedAt.get(key) ?? -Infinity
    // A refresh in the future is from before the clock was set back.
    this.#refreshedAt.set(key, before > this.#clock.now() ? askedAt : Math.max(askedAt, before))
  }

  /** A request from before this start. */
  restoreAsking(callId: string, at: number): void {
    if (!this.#askedAt.has(callId)) this.#askedAt.set(callId, at)
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
