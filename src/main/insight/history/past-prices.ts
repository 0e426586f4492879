import { dayMs } from '#shared/durations.ts'
import { quotedPrice, sameSplitMs, type PastPrice, type PricedInstrument } from './past-price.ts'

/** Recorded prices of a symbol, oldest first; times in UTC ms, prices in units of 10⁻¹⁸. */
export type QuoteLine = readonly { readonly at: number; readonly price: bigint }[]

/** The state from which a replay continues: prices of own trades, and the last split of each symbol. */
export interface PastPricesState {
  readonly traded: readonly (readonly [symbol: string, price: PastPrice])[]
  readonly splits: readonly (readonly [symbol: string, split: SplitSeen])[]
}

interface SplitSeen {
  readonly at: number
  readonly before: bigint
  readonly after: bigint
}

/**
 * Past prices in time order: those of own trades as they are added, and recorded quotes. A later price is never used.
 */
export class PastPrices {
  readonly #quotes: ReadonlyMap<string, QuoteLine>
  readonly #instrumentOf: (symbol: string) => PricedInstrument
  readonly #traded: Map<string, PastPrice>
  readonly #splits: Map<string, SplitSeen>
  readonly #next = new Map<string, number>()

  constructor(
    quotes: ReadonlyMap<string, QuoteLine>,
    instrumentOf: (symbol: string) => PricedInstrument,
    { traded, splits }: PastPricesState = { traded: [], splits: [] },
  ) {
    this.#quotes = quotes
    this.#instrumentOf = instrumentOf
    this.#traded = new Map(traded)
    this.#splits = new Map(splits)
  }

  get state(): PastPricesState {
    return { traded: [...this.#traded], splits: [...this.#splits] }
  }

  /** Starts a symbol from a known state: the price of its last own trade, and the time of its last split (UTC ms). */
  begin(symbol: string, traded: PastPrice | null, splitAt: number | null): void {
    if (traded !== null) this.#traded.set(symbol, traded)
    // The price already includes this split. If another account books it some days later, nothing changes.
    if (splitAt !== null) this.#splits.set(symbol, { at: splitAt, before: 0n, after: 0n })
  }

  trade(symbol: string, price: PastPrice): void {
    this.#traded.set(symbol, price)
  }

  /** A repayment lowers the value of a piece; a price that is not in percent of the face value is then invalid. */
  repay(symbol: string): void {
    if (this.#traded.get(symbol)?.isPercent === false) this.#traded.delete(symbol)
  }

  /**
   * Adjusts the price of a piece to a split: `before` pieces become `after` pieces. If the ratio is not clear, the
   * price is removed.
   */
  split(symbol: string, at: number, before: bigint, after: bigint): void {
    const seen = this.#splits.get(symbol)
    const isSame = seen !== undefined && at - seen.at < sameSplitMs
    if (isSame && seen.before * after === seen.after * before) return
    this.#splits.set(symbol, { at, before, after })
    const price = this.#traded.get(symbol)
    if (price === undefined) return
    const isClear = !isSame && before !== 0n && after !== 0n && before < 0n === after < 0n
    if (!isClear) this.#traded.delete(symbol)
    else
      this.#traded.set(symbol, {
        ...price,
        numerator: price.numerator * before,
        denominator: price.denominator * after,
      })
  }

  /** The price of the last own trade, adjusted for later splits; `null` if there is none or it is invalid. */
  tradedPrice(symbol: string): PastPrice | null {
    return this.#traded.get(symbol) ?? null
  }

  /** The time of the last split (UTC ms); `null` without one. */
  splitAt(symbol: string): number | null {
    return this.#splits.get(symbol)?.at ?? null
  }

  /**
   * The newest price at or before `at` (UTC ms); on the same UTC day a quote is used before a trade. Times must not
   * decrease from call to call.
   */
  priceAt(symbol: string, at: number): PastPrice | null {
    const traded = this.#traded.get(symbol) ?? null
    const quoted = this.#quoteAt(symbol, at)
    if (traded === null || quoted === null) return traded ?? quoted
    return Math.floor(quoted.at / dayMs) >= Math.floor(traded.at / dayMs) ? quoted : traded
  }

  /** The time of the first quote that `priceAt` has not passed yet (UTC ms); `Infinity` without one. */
  nextQuoteAt(symbol: string): number {
    return this.#quotes.get(symbol)?.[this.#next.get(symbol) ?? 0]?.at ?? Infinity
  }

  #quoteAt(symbol: string, at: number): PastPrice | null {
    const line = this.#quotes.get(symbol)
    if (line === undefined) return null
    let next = this.#next.get(symbol) ?? 0
    while ((line[next]?.at ?? Infinity) <= at) next++
    this.#next.set(symbol, next)
    const quote = line[next - 1]
    // A quote from before a split does not apply to the pieces of today.
    if (quote === undefined || quote.at < (this.#splits.get(symbol)?.at ?? -Infinity)) return null
    return quotedPrice(quote.price, quote.at, this.#instrumentOf(symbol))
  }
}
