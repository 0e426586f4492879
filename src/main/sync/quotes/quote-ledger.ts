import { toNumber } from '../../shared/decimal.ts'
import type { Account } from '../../shared/model/account.ts'
import type { Quote } from '../../shared/model/market.ts'
import type { Clock } from '../clock.ts'
import { heldPositions } from '../insight/account-summary.ts'
import { dueShare, seeTrade, type TradeTimes } from './trade-times.ts'
import { seeClosed, seePrice, type PriceHistory } from './volatility.ts'
import { VolatilityPool } from './volatility-pool.ts'

/** How a price that an account's answer brings is named, beside the quote of the same instrument. */
export const positionKey = (symbol: string): string => `position ${symbol}`

/** For each price: many take longer to learn from, and one look more tells less of them. */
const learnPauseMs = 10
const leastPauseMs = 2_000

/** What was asked and seen of prices since the start. Times are UTC ms. */
export class QuoteLedger {
  readonly #clock: Clock
  readonly #askedAt = new Map<string, number>()
  readonly #refreshedAt = new Map<string, number>()
  readonly #pending = new Set<string>()
  readonly #refused = new Set<string>()
  readonly #histories = new Map<string, PriceHistory>()
  readonly #trades = new Map<string, TradeTimes>()
  #closed: ReadonlySet<string> = new Set()
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

  /** Relative variance per ms, as far as it can be told. */
  varianceRate(symbol: string): number {
    this.#learn()
    const known = this.#rates.get(symbol)
    if (known !== undefined) return known
    const rate = this.#pool.expect(this.#histories.get(symbol)) * dueShare(this.#trades.get(symbol))
    this.#rates.set(symbol, rate)
    return rate
  }

  /** Tells which markets are closed: from their prices nothing is learned. */
  noteClosed(symbols: ReadonlySet<string>): void {
    this.#closed = symbols
  }

  begin(callId: string): void {
    this.#askedAt.set(callId, this.#clock.now())
    this.#pending.add(callId)
  }

  /** The request is over; what came of it is told beside. */
  end(callId: string, isRefused = false): void {
    this.#pending.delete(callId)
    if (isRefused) this.#refused.add(callId)
    else this.#refused.delete(callId)
  }

  /** Takes in a quote that was asked for at `askedAt`, now or before this start. */
  seeQuote({ symbol, last, at }: Quote, askedAt: number, seenAt = this.#clock.now()): void {
    this.noteAnswer(symbol, askedAt)
    if (last !== null) this.#see(symbol, { price: toNumber(last), seenAt, tradedAt: at })
  }

  /** Takes in the prices of an account's positions. */
  seeAccount(account: Account, askedAt: number, seenAt = this.#clock.now()): void {
    for (const { symbol, currentPrice } of heldPositions(account)) {
      if (currentPrice === null) continue
      this.noteAnswer(positionKey(symbol), askedAt)
      this.#see(symbol, { price: toNumber(currentPrice), seenAt, tradedAt: null })
    }
  }

  /** A price that was asked for in vain waits for its next turn like one that was answered. */
  noteAnswer(key: string, askedAt: number): void {
    const before = this.#refreshedAt.get(key) ?? -Infinity
    // A refresh ahead of us is from before the clock was set back.
    this.#refreshedAt.set(key, before > this.#clock.now() ? askedAt : Math.max(askedAt, before))
  }

  /** An asking from before this start. */
  restoreAsking(callId: string, at: number): void {
    if (!this.#askedAt.has(callId)) this.#askedAt.set(callId, at)
  }

  #see(symbol: string, seen: Parameters<typeof seePrice>[1]): void {
    this.#rates.delete(symbol)
    if (seen.tradedAt === null || this.#closed.has(symbol)) this.#trades.delete(symbol)
    else this.#trades.set(symbol, seeTrade(this.#trades.get(symbol), seen.seenAt, seen.tradedAt))
    const before = this.#histories.get(symbol)
    const after = this.#closed.has(symbol) ? seeClosed(before, seen) : seePrice(before, seen, this.#pool.shares)
    if (after === undefined || after === before) return
    this.#histories.set(symbol, after)
  }

  #learn(): void {
    const now = this.#clock.monotonic()
    if (now - this.#learnedAt < Math.max(leastPauseMs, this.#histories.size * learnPauseMs)) return
    this.#learnedAt = now
    this.#pool.learn(this.#histories.values())
    this.#rates.clear()
  }
}
