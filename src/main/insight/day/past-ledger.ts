import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { tradedPrice, type PastPrice, type PricedInstrument } from '../history/past-price.ts'
import { PastPrices } from '../history/past-prices.ts'
import type { RepaymentsDue } from '../history/repayments-due.ts'
import { isLent, lentAfter, sumLent, type LentPieces } from '../ledger/lent-pieces.ts'
import { otherSideOf } from '../ledger/other-side.ts'
import { isExternal, isLending, type LedgerRow, costOf, hasUnknownPieces, piecesAt } from '../ledger/row.ts'
import { AccountReplay, type PastAccountState, type Window } from './account-replay.ts'
import { cashKindOf } from './day-row.ts'

/** An account at the beginning of a replay; pieces by symbol, repayments by bond. */
interface BeginningState extends Pick<PastAccountState, 'cash' | 'blocked'> {
  /** `null`: an earlier row moved pieces that could not be read. */
  readonly pieces: ReadonlyMap<string, bigint | null>
  readonly due: ReadonlyMap<string, RepaymentsDue>
  readonly lent: ReadonlyMap<string, readonly LentPieces[]>
}

/**
 * Replays pieces and cash of accounts with the prices of own trades, and sums up what the rows of a time window change.
 * Rows must be given in the order of the replay. A trade of any account is a price for all accounts.
 */
export class PastLedger {
  readonly #instrumentOf: (symbol: string) => PricedInstrument
  readonly #prices: PastPrices
  readonly #accounts = new Map<number, AccountReplay>()

  constructor(instrumentOf: (symbol: string) => PricedInstrument) {
    this.#instrumentOf = instrumentOf
    this.#prices = new PastPrices(new Map(), instrumentOf)
  }

  /** Starts an account from a known state; `beginPrice` gives the prices. */
  begin(account: number, { cash, blocked, pieces, due, lent }: BeginningState): void {
    const own = this.#accountOf(account)
    for (const [symbol, repayments] of due) own.due.set(symbol, repayments)
    for (const [currency, amount] of cash) own.cash.set(currency, amount)
    for (const [currency, amount] of blocked) own.blocked.set(currency, amount)
    for (const [symbol, held] of pieces) own.held.set(symbol, held)
    for (const [symbol, each] of lent) own.lent.set(symbol, each)
  }

  beginPrice(symbol: string, traded: PastPrice | null, splitAt: number | null): void {
    this.#prices.begin(symbol, traded, splitAt)
  }

  /** Adds an opening balance, in units of 10⁻¹⁸, before the first row. */
  open(account: number, balance: { readonly symbol: string } | { readonly currency: string }, amount: bigint): void {
    const own = this.#accountOf(account)
    if ('symbol' in balance) own.held.set(balance.symbol, (own.held.get(balance.symbol) ?? 0n) + amount)
    else own.cash.set(balance.currency, (own.cash.get(balance.currency) ?? 0n) + amount)
  }

  apply(account: number, row: LedgerRow): void {
    const own = this.#accountOf(account)
    const { symbol, currency, money } = row
    if (currency !== null && money !== null) {
      own.cash.set(currency, (own.cash.get(currency) ?? 0n) + money)
      if (row.kind === 'blocked-money') own.blocked.set(currency, (own.blocked.get(currency) ?? 0n) - money)
    }
    const other = otherSideOf(row)
    if (other !== null) {
      own.cash.set(other.currency, (own.cash.get(other.currency) ?? 0n) + other.money)
      own.add('other', other.currency, other.money)
    }
    if (row.kind === 'amortization') this.#prices.repay(symbol)
    const before = own.held.get(symbol) ?? (own.held.has(symbol) ? null : 0n)
    const pieces = symbol === '' ? 0n : piecesAt(row, before ?? 0n)
    if (symbol !== '') this.#book(own, row, before ?? 0n, pieces ?? 0n)
    if (isLent(row) || own.lent.has(symbol))
      own.lent.set(symbol, lentAfter(own.lent.get(symbol) ?? [], row, pieces ?? 0n, before ?? 0n))
    if (pieces === null && hasUnknownPieces(row)) own.held.set(symbol, null)
    if (pieces !== null && pieces !== 0n) this.#move(own, row, before, pieces)
    this.#explain(own, row, pieces ?? 0n)
  }

  /** The account after the rows given so far, which are all rows before a time (UTC ms). */
  stateOf(account: number, at: number): PastAccountState {
    const own = this.#accountOf(account)
    const dueAt = (symbol: string, pieces: bigint | null): bigint => {
      const due = own.dueOf(symbol, this.#instrumentOf(symbol))
      due?.pass(at - 1, pieces ?? 0n)
      return due?.amountAt(at - 1) ?? 0n
    }
    return {
      cash: new Map(own.cash),
      blocked: new Map([...own.blocked].filter(([, amount]) => amount !== 0n)),
      held: [...own.held]
        .map(([symbol, pieces]) => ({
          symbol,
          pieces,
          due: dueAt(symbol, pieces),
          lent: own.lent.get(symbol) ?? [],
        }))
        .filter(({ pieces, due, lent }) => pieces !== 0n || due !== 0n || lent.length > 0)
        .map(({ symbol, pieces, due, lent }) => ({
          ...(lent.length > 0 && { lent: sumLent(lent) }),
          symbol,
          pieces,
          due,
          traded: this.#prices.tradedPrice(symbol),
          splitAt: this.#prices.splitAt(symbol),
        })),
    }
  }

  /** Returns the effect of the rows since the last call, and starts a new window. */
  takeWindow(account: number): Window {
    return this.#accountOf(account).takeWindow()
  }

  #accountOf(account: number): AccountReplay {
    let own = this.#accounts.get(account)
    if (own === undefined) this.#accounts.set(account, (own = new AccountReplay()))
    return own
  }

  #book(own: AccountReplay, row: LedgerRow, before: bigint, pieces: bigint): void {
    const instrument = this.#instrumentOf(row.symbol)
    const due = own.dueOf(row.symbol, instrument)
    due?.pass(row.at, before)
    due?.book(row, pieces, instrument.currency)
  }

  #move(own: AccountReplay, row: LedgerRow, before: bigint | null, pieces: bigint): void {
    const { symbol, at, kind } = row
    if (before !== null) own.held.set(symbol, before + pieces)
    if (kind === 'split') this.#prices.split(symbol, at, before ?? 0n, (before ?? 0n) + pieces)
    if (kind !== 'buy' && kind !== 'sell') return
    const price = tradedPrice(row, pieces, this.#instrumentOf(symbol))
    if (price !== null) this.#prices.trade(symbol, price)
  }

  /** Adds the money of a row to its causes, exactly. The cost of pieces is added to their instrument. */
  #explain(own: AccountReplay, row: LedgerRow, pieces: bigint): void {
    const { kind, symbol, currency, at } = row
    const money = row.money ?? 0n
    if (kind === 'securities-loan' && pieces !== 0n && money === 0n) return
    // Pieces of a reversal that is alone leave like transferred ones, and come back.
    if (isExternal(kind) || (isLending(kind) && pieces !== 0n && money === 0n)) {
      if (currency !== null) own.add('deposits', currency, money)
      const price = { traded: this.#prices.tradedPrice(symbol), splitAt: this.#prices.splitAt(symbol) }
      if (pieces !== 0n) own.tradesOf(symbol).moved.push({ at, pieces, ...price })
      return
    }
    const cash = cashKindOf(row)
    if (cash !== null || symbol === '' || kind === 'unknown' || kind === 'currency-exchange') {
      if (currency !== null) own.add(cash ?? 'other', currency, money)
      if (cash === null && pieces !== 0n) own.tradesOf(symbol).paid = null
      return
    }
    if (kind === 'split') return
    const trades = own.tradesOf(symbol)
    if (isTrade(kind)) trades.trades++
    // A trade of a future has no cost: its profit is the variation margin.
    const isFree = pieces === 0n || this.#instrumentOf(symbol).facts.isFuture
    const cost = isFree ? -money : costOf(row, pieces)
    if (cost === null) trades.paid = null
    if (cost === null || currency === null) {
      if (currency !== null) own.add('other', currency, money)
      return
    }
    trades.paid?.set(currency, (trades.paid.get(currency) ?? 0n) + cost)
    // The money of a trade includes accrued interest; the cost of its pieces does not.
    own.add('income', currency, money + cost)
  }
}

const isTrade = (kind: TransactionKind): boolean => kind === 'buy' || kind === 'sell'
