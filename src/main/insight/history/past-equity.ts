import { dayMs } from '#shared/durations.ts'
import { maxPriceAgeDays } from '#shared/price-age.ts'
import { lentAfter, lentPieces, isLent, owedFor, type LentPieces } from '../ledger/lent-pieces.ts'
import { otherSideOf } from '../ledger/other-side.ts'
import { piecesOf, type LedgerRow, isExternal } from '../ledger/row.ts'
import { DueByAccount, type DueState } from './due-by-account.ts'
import type { AccountFlow } from './external-flow.ts'
import { HeldValues, type PiecesValue, type ValuedPieces } from './held-values.ts'
import { faceAt, nextFaceAt, tradedPrice, valueOf, type PricedInstrument } from './past-price.ts'
import { PastPrices, type PastPricesState, type QuoteLine } from './past-prices.ts'

/** What an account has lent of an instrument. */
interface LentState {
  readonly account: number
  readonly symbol: string
  readonly lent: readonly LentPieces[]
}

/** The pieces that several accounts have lent, which stay a part of their value. Rows must be in time order. */
class LentHoldings {
  readonly #lent: Map<string, LentState>

  constructor(from: readonly LentState[]) {
    this.#lent = new Map(from.map((each) => [keyOf(each.account, each.symbol), each]))
  }

  get state(): LentState[] {
    return [...this.#lent.values()]
  }

  /** Applies a row that moves `pieces`; returns the change of the pieces that the account owns, of which it has `ownedBefore`. */
  apply(account: number, row: LedgerRow, pieces: bigint, ownedBefore: () => bigint): bigint {
    const { symbol } = row
    const key = keyOf(account, symbol)
    const before = this.#lent.get(key)?.lent ?? []
    if (pieces === 0n || (before.length === 0 && !isLent(row))) return pieces
    const after = lentAfter(before, row, pieces, ownedBefore() + lentPieces(before))
    if (after.length === 0) this.#lent.delete(key)
    else this.#lent.set(key, { account, symbol, lent: after })
    return pieces + lentPieces(before) - lentPieces(after)
  }

  /** Subtracts the money that is to be paid when the pieces come back. */
  subtractOwed(parts: Map<string, bigint>): void {
    for (const { lent } of this.#lent.values())
      for (const [currency, amount] of owedFor(lent)) parts.set(currency, (parts.get(currency) ?? 0n) - amount)
  }
}

const keyOf = (account: number, symbol: string): string => `${account} ${symbol}`

/** The value of the accounts at a time (UTC ms), by currency in units of 10⁻¹⁸. */
export interface PastValue {
  readonly at: number
  /** `null` if the value of a held instrument is not known. */
  readonly parts: ReadonlyMap<string, bigint> | null
  /** The time of the oldest price in it (UTC ms); `null` without a price. */
  readonly oldestPriceAt: number | null
}

/** The inputs of a replay: recorded prices by symbol, and the data of instruments. */
export interface PastInputs {
  readonly quotes: ReadonlyMap<string, QuoteLine>
  readonly instrumentOf: (symbol: string) => PricedInstrument
}

/** A price older than this gives no value. The time of the oldest price is given with each value. */
export const maxPriceAgeMs = maxPriceAgeDays * dayMs

/** The state from which a replay continues. */
export interface PastEquityState {
  readonly cash: readonly (readonly [currency: string, amount: bigint])[]
  readonly held: readonly { readonly account: number; readonly symbol: string; readonly pieces: bigint }[]
  readonly prices: PastPricesState
  readonly due: readonly DueState[]
  readonly lent: readonly LentState[]
  readonly unknownRows: number
}

/** The state before the first row. */
export const emptyPast: PastEquityState = {
  cash: [],
  held: [],
  prices: { traded: [], splits: [] },
  due: [],
  lent: [],
  unknownRows: 0,
}

/**
 * Replays pieces and cash of several accounts with the prices of the time. Rows and calls of `valueAt` must be in time
 * order.
 */
export class PastEquity {
  readonly #instrumentOf: PastInputs['instrumentOf']
  readonly #prices: PastPrices
  readonly #cash: Map<string, bigint>
  readonly #held: HeldValues
  readonly #due: DueByAccount
  readonly #lent: LentHoldings
  /**
   * Prices of trades of currency instruments in the given rows: the last of each UTC day, in time order, in units of
   * 10⁻¹⁸.
   */
  readonly rateTrades = new Map<string, { readonly at: number; readonly price: bigint }[]>()
  /** The flows of money and pieces from outside in the given rows. */
  readonly flows: AccountFlow[] = []
  /** The number of rows that move money and whose kind is not known. */
  unknownRows: number

  constructor({ quotes, instrumentOf }: PastInputs, from: PastEquityState = emptyPast) {
    this.#instrumentOf = instrumentOf
    this.#prices = new PastPrices(quotes, instrumentOf, from.prices)
    this.#cash = new Map(from.cash)
    this.#held = new HeldValues((symbol, pieces, at) => this.#valued(symbol, pieces, at))
    for (const { account, symbol, pieces } of from.held) this.#held.move(account, symbol, pieces)
    this.#due = new DueByAccount(instrumentOf, from.due)
    this.#lent = new LentHoldings(from.lent)
    this.unknownRows = from.unknownRows
  }

  get state(): PastEquityState {
    const { state: prices } = this.#prices
    return {
      cash: [...this.#cash],
      held: this.#held.list(),
      prices,
      due: this.#due.state,
      lent: this.#lent.state,
      unknownRows: this.unknownRows,
    }
  }

  /** Adds an opening balance, in units of 10⁻¹⁸, before the first row. */
  open(account: number, balance: { readonly symbol: string } | { readonly currency: string }, amount: bigint): void {
    if ('symbol' in balance) {
      this.#held.move(account, balance.symbol, amount)
      this.#due.open(account, balance.symbol, amount)
    } else this.#pay(balance.currency, amount)
  }

  apply(account: number, row: LedgerRow): void {
    const { symbol, kind, currency, money } = row
    // Blocked money still belongs to the account.
    if (currency !== null && money !== null && kind !== 'blocked-money') this.#pay(currency, money)
    const other = otherSideOf(row)
    if (other !== null) this.#pay(other.currency, other.money)
    const stated = symbol === '' ? 0n : (piecesOf(row) ?? 0n)
    // Lent pieces stay a part of the value.
    const pieces = this.#lent.apply(account, row, stated, () => this.#held.piecesOf(account, symbol))
    if (kind === 'amortization') {
      this.#prices.repay(symbol)
      this.#held.outdate(symbol)
    }
    this.#due.apply(account, row, pieces)
    if (pieces !== 0n) this.#move(account, row, pieces)
    if (kind === 'currency-exchange') this.#noteRate(row)
    if (isExternal(kind)) this.flows.push(this.#flow(account, row, pieces))
    else if (kind === 'unknown' && symbol === '' && money !== null && money !== 0n) this.unknownRows++
  }

  /** The cash and the value of all holdings at a time (UTC ms). */
  valueAt(at: number): PastValue {
    const { parts: values, oldestPriceAt } = this.#held.totalsAt(at)
    if (values === null) return { at, parts: null, oldestPriceAt: null }
    const parts = new Map([...this.#cash].filter(([, amount]) => amount !== 0n))
    for (const [currency, amount] of values) parts.set(currency, (parts.get(currency) ?? 0n) + amount)
    this.#due.addTo(parts, at)
    this.#lent.subtractOwed(parts)
    return { at, parts, oldestPriceAt }
  }

  #valued(symbol: string, pieces: bigint, at: number): ValuedPieces {
    const instrument = this.#instrumentOf(symbol)
    if (instrument.facts.isFuture) return { value: 'none', validBefore: Infinity }
    const value = this.#value(symbol, pieces, instrument, at)
    const ends = value === null ? Infinity : Math.min(value.at + maxPriceAgeMs + 1, nextFaceAt(instrument, at))
    return { value, validBefore: Math.min(ends, this.#prices.nextQuoteAt(symbol)) }
  }

  #value(symbol: string, pieces: bigint, instrument: PricedInstrument, at: number): PiecesValue | null {
    const price = this.#prices.priceAt(symbol, at)
    // Nothing is left of a bond that is repaid as a whole, so that it needs no price.
    if (instrument.currency !== null && faceAt(instrument, at) === 0n)
      return { amount: 0n, currency: instrument.currency, at }
    if (price === null || at - price.at > maxPriceAgeMs) return null
    const amount = valueOf(pieces, price, instrument, at)
    return amount === null ? null : { amount, currency: price.currency, at: price.at }
  }

  #pay(currency: string, amount: bigint): void {
    this.#cash.set(currency, (this.#cash.get(currency) ?? 0n) + amount)
  }

  #move(account: number, row: LedgerRow, pieces: bigint): void {
    const { before, after } = this.#held.move(account, row.symbol, pieces)
    if (row.kind === 'split') this.#prices.split(row.symbol, row.at, before, after)
    const price = tradedPrice(row, pieces, this.#instrumentOf(row.symbol))
    if (price !== null || row.kind === 'split') this.#held.outdate(row.symbol)
    if (row.kind !== 'buy' && row.kind !== 'sell') return
    if (price !== null) this.#prices.trade(row.symbol, price)
    this.#noteRate(row)
  }

  /** Uses the price as the trade states it: money divided by pieces would be for another number of units. */
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
      const value = currency === null || money === null ? null : { currency, amount: money }
      return { account, at, kind, symbol: '', pieces, value }
    }
    const priced = this.#value(symbol, pieces, this.#instrumentOf(symbol), at)
    return { account, at, kind, symbol, pieces, value: priced }
  }
}
