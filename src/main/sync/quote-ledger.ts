import { toNumber } from '../../shared/decimal.ts'
import type { Account } from '../../shared/model/account.ts'
import type { Quote } from '../../shared/model/market.ts'
import type { Clock } from '../clock.ts'
import { heldPositions } from '../insight/account-summary.ts'
import { seeClosed, seePrice, typicalVarianceRate, varianceRateOf, type PriceHistory } from './volatility.ts'

/** How a price that an account's answer brings is named, beside the quote of the same instrument. */
export const positionKey = (symbol: string): string => `position ${symbol}`

/** Where nobody has seen any price move: a share's two per cent a day. Only ratios matter. */
const firstGuess = 0.02 ** 2 / 86_400_000
const typicalKeptMs = 1_000

/** What was asked and seen of prices since the start. Times are UTC ms. */
export class QuoteLedger {
  readonly #clock: Clock
  readonly #askedAt = new Map<string, number>()
  readonly #refreshedAt = new Map<string, number>()
  readonly #pending = new Set<string>()
  readonly #refused = new Set<string>()
  readonly #histories = new Map<string, PriceHistory>()
  #closed: ReadonlySet<string> = new Set()
  #typical = { rate: firstGuess, at: -Infinity }

  constructor(clock: Clock) {
    this.#clock = clock
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
    return varianceRateOf(this.#histories.get(symbol), this.#typicalRate())
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
    this.#refreshedAt.set(key, Math.max(askedAt, this.#refreshedAt.get(key) ?? -Infinity))
  }

  /** An asking from before this start. */
  restoreAsking(callId: string, at: number): void {
    if (!this.#askedAt.has(callId)) this.#askedAt.set(callId, at)
  }

  #see(symbol: string, seen: Parameters<typeof seePrice>[1]): void {
    const before = this.#histories.get(symbol)
    const after = this.#closed.has(symbol)
      ? seeClosed(before, seen)
      : seePrice(before, seen, varianceRateOf(before, this.#typicalRate()))
    if (after !== undefined) this.#histories.set(symbol, after)
  }

  #typicalRate(): number {
    const now = this.#clock.monotonic()
    if (now - this.#typical.at >= typicalKeptMs)
      this.#typical = { rate: typicalVarianceRate(this.#histories.values()) ?? firstGuess, at: now }
    return this.#typical.rate
  }
}
