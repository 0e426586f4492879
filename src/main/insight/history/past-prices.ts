import { dayMs } from '../../../shared/durations.ts'
import { quotedPrice, type PastPrice, type PricedInstrument } from './past-price.ts'

/** Recorded prices of a symbol, oldest first: UTC ms and units. */
export type QuoteLine = readonly { readonly at: number; readonly price: bigint }[]

/** Accounts book one split on different days. */
const sameSplitMs = 10 * dayMs

/** The state from which prices continue: those of own trades, and the last split of each symbol. */
export interface PastPricesState {
  readonly traded: readonly (readonly [symbol: string, price: PastPrice])[]
  readonly splits: readonly (readonly [symbol: string, split: SplitSeen])[]
}

interface SplitSeen {
  readonly at: number
  readonly before: bigint
  readonly after: bigint
}

/** The prices of the past, in time order: those of own trades as they are added, and recorded quotes. Never a later one. */
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

  /** Continues from what was known at a time: the last own trade, and when the last split was booked. */
  begin(symbol: string, traded: PastPrice | null, splitAt: number | null): void {
    if (traded !== null) this.#traded.set(symbol, traded)
    // Its ratio is in the price already: an account that books the same split some days later changes nothing.
    if (splitAt !== null) this.#splits.set(symbol, { at: splitAt, before: 0n, after: 0n })
  }

  trade(symbol: string, price: PastPrice): void {
    this.#traded.set(symbol, price)
  }

  /** A repayment lowers the value of a piece; a price that is not in percent of the face is void after it. */
  repay(symbol: string): void {
    if (this.#traded.get(symbol)?.isPercent === false) this.#traded.delete(symbol)
  }

  /** Pieces that were `before` are `after` now: the price of a piece follows. Where that is not clear the price is void. */
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

  /** Of the last own trade, adjusted to later splits; `null` without one, or where it is void. */
  tradedPrice(symbol: string): PastPrice | null {
    return this.#traded.get(symbol) ?? null
  }

  /** UTC ms of the last split; `null` without one. */
  splitAt(symbol: string): number | null {
    return this.#splits.get(symbol)?.at ?? null
  }

  /** The newest price of `at` (UTC ms) or before it; on one UTC day a quote goes before a trade. Ask in time order. */
  priceAt(symbol: string, at: number): PastPrice | null {
    const traded = this.#traded.get(symbol) ?? null
    const quoted = this.#quoteAt(symbol, at)
    if (traded === null || quoted === null) return traded ?? quoted
    return Math.floor(quoted.at / dayMs) >= Math.floor(traded.at / dayMs) ? quoted : traded
  }

  /** The time of the next quote after those that `priceAt` has seen (UTC ms); `Infinity` without one. */
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
    // A price from before a split is one of other pieces.
    if (quote === undefined || quote.at < (this.#splits.get(symbol)?.at ?? -Infinity)) return null
    return quotedPrice(quote.price, quote.at, this.#instrumentOf(symbol))
  }
}
