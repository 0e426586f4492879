import { dayMs } from '../../../shared/durations.ts'
import { piecesOf } from '../ledger/row-effect.ts'
import type { LedgerRow } from '../ledger/row.ts'
import type { AccountFlow } from './external-flow.ts'
import { isExternal } from '../ledger/external-kind.ts'
import { tradedPrice, valueOf, type PricedInstrument } from './past-price.ts'
import { PastPrices, type QuoteLine } from './past-prices.ts'

/** What the accounts were worth at a moment (UTC ms), by currency in units of 10⁻¹⁸. */
export interface PastWorth {
  readonly at: number
  /** `null` where the value of a held instrument is not known. */
  readonly parts: ReadonlyMap<string, bigint> | null
  /** The time of the oldest price in it; `null` without one. */
  readonly oldestPriceAt: number | null
}

export interface PastGiven {
  readonly quotes: ReadonlyMap<string, QuoteLine>
  readonly instrumentOf: (symbol: string) => PricedInstrument
}

/**
 * An older price is not taken for a value: it covers the purchases of a saver who buys once a year, with some weeks of
 * slack; what a share cost years ago says nothing about its value. The oldest price is named with each value.
 */
export const maxPriceAgeMs = 400 * dayMs

/** Replays pieces and cash of several accounts with the prices of that time. Give rows and ask for worths in time order. */
export class PastEquity {
  readonly #instrumentOf: PastGiven['instrumentOf']
  readonly #prices: PastPrices
  readonly #cash = new Map<string, bigint>()
  readonly #held = new Map<number, Map<string, bigint>>()
  /** Prices of trades of currency instruments (UTC ms, units), the last of each UTC day, by symbol and in time order. */
  readonly rateTrades = new Map<string, { readonly at: number; readonly price: bigint }[]>()
  readonly flows: AccountFlow[] = []
  /** Rows that move money for a reason that is not known. */
  unknownRows = 0

  constructor({ quotes, instrumentOf }: PastGiven) {
    this.#instrumentOf = instrumentOf
    this.#prices = new PastPrices(quotes, instrumentOf)
  }

  /** A balance before the first row. */
  open(account: number, balance: { readonly symbol: string } | { readonly currency: string }, amount: bigint): void {
    if ('symbol' in balance) this.#hold(account, balance.symbol, amount)
    else this.#pay(balance.currency, amount)
  }

  apply(account: number, row: LedgerRow): void {
    const { symbol, kind, currency, money } = row
    if (currency !== null && money !== null) this.#pay(currency, money)
    const pieces = symbol === '' ? 0n : (piecesOf(row) ?? 0n)
    if (kind === 'amortization') this.#prices.repay(symbol)
    if (pieces !== 0n) this.#move(account, row, pieces)
    if (isExternal(kind)) this.flows.push(this.#flow(account, row, pieces))
    else if (kind === 'unknown' && symbol === '' && money !== null && money !== 0n) this.unknownRows++
  }

  /** Cash and the value of all that is held. A future has no value: its profit is in the cash. */
  worthAt(at: number): PastWorth {
    const parts = new Map([...this.#cash].filter(([, amount]) => amount !== 0n))
    let oldestPriceAt: number | null = null
    for (const held of this.#held.values()) {
      for (const [symbol, pieces] of held) {
        const instrument = this.#instrumentOf(symbol)
        if (instrument.facts.isFuture) continue
        const priced = this.#value(symbol, pieces, instrument, at)
        if (priced === null) return { at, parts: null, oldestPriceAt: null }
        parts.set(priced.currency, (parts.get(priced.currency) ?? 0n) + priced.amount)
        oldestPriceAt = Math.min(oldestPriceAt ?? Infinity, priced.at)
      }
    }
    return { at, parts, oldestPriceAt }
  }

  #value(symbol: string, pieces: bigint, instrument: PricedInstrument, at: number) {
    const price = this.#prices.priceAt(symbol, at)
    if (price === null || at - price.at > maxPriceAgeMs) return null
    const amount = valueOf(pieces, price, instrument, at)
    return amount === null ? null : { amount, currency: price.currency, at: price.at }
  }

  #pay(currency: string, amount: bigint): void {
    this.#cash.set(currency, (this.#cash.get(currency) ?? 0n) + amount)
  }

  #hold(account: number, symbol: string, pieces: bigint): { readonly before: bigint; readonly after: bigint } {
    let own = this.#held.get(account)
    if (own === undefined) this.#held.set(account, (own = new Map<string, bigint>()))
    const before = own.get(symbol) ?? 0n
    const after = before + pieces
    if (after === 0n) own.delete(symbol)
    else own.set(symbol, after)
    return { before, after }
  }

  #move(account: number, row: LedgerRow, pieces: bigint): void {
    const { before, after } = this.#hold(account, row.symbol, pieces)
    if (row.kind === 'split') this.#prices.split(row.symbol, row.at, before, after)
    const price = tradedPrice(row, pieces, this.#instrumentOf(row.symbol))
    if (row.kind !== 'buy' && row.kind !== 'sell') return
    if (price !== null) this.#prices.trade(row.symbol, price)
    this.#noteRate(row)
  }

  /** A rate is the price as it is stated: money by pieces would be for another number of units. */
  #noteRate({ symbol, at, trade }: LedgerRow): void {
    const price = trade?.price ?? 0n
    if (price <= 0n || this.#instrumentOf(symbol).type !== 'CURRENCIES') return
    const line = this.rateTrades.get(symbol) ?? []
    this.rateTrades.set(symbol, line)
    const last = line.at(-1)
    if (last !== undefined && Math.floor(last.at / dayMs) === Math.floor(at / dayMs)) line.pop()
    line.push({ at, price })
  }

  #flow(account: number, { at, kind, symbol, currency, money }: LedgerRow, pieces: bigint): AccountFlow {
    if (pieces === 0n) {
      const worth = currency === null || money === null ? null : { currency, amount: money }
      return { account, at, kind, symbol: '', pieces, worth }
    }
    const priced = this.#value(symbol, pieces, this.#instrumentOf(symbol), at)
    return { account, at, kind, symbol, pieces, worth: priced }
  }
}
