import type { LedgerRow } from '../ledger/row.ts'
import type { PricedInstrument } from './past-price.ts'
import { RepaymentsDue, type RepaymentDue } from './repayments-due.ts'

/** A bond of an account: the repayments that are due after the events until `passedAt` (UTC ms). */
export interface DueState {
  readonly account: number
  readonly symbol: string
  readonly pieces: bigint
  readonly passedAt: number
  readonly list: readonly RepaymentDue[]
}

interface HeldBond {
  readonly account: number
  readonly symbol: string
  pieces: bigint
  readonly due: RepaymentsDue
}

/** The repayments that are due to several accounts. Rows and calls of `addTo` must be in time order. */
export class DueByAccount {
  readonly #instrumentOf: (symbol: string) => PricedInstrument
  readonly #bonds = new Map<string, HeldBond>()

  constructor(instrumentOf: (symbol: string) => PricedInstrument, from: readonly DueState[]) {
    this.#instrumentOf = instrumentOf
    for (const { account, symbol, pieces, passedAt, list } of from) {
      const due = new RepaymentsDue(instrumentOf(symbol).facts, passedAt, list)
      this.#bonds.set(keyOf(account, symbol), { account, symbol, pieces, due })
    }
  }

  get state(): DueState[] {
    return [...this.#bonds.values()].flatMap(({ account, symbol, pieces, due: { passedAt, list } }) =>
      pieces === 0n && list.length === 0 ? [] : [{ account, symbol, pieces, passedAt, list }],
    )
  }

  /** Adds an opening balance before the first row. */
  open(account: number, symbol: string, pieces: bigint): void {
    const bond = this.#bondOf(account, symbol)
    if (bond !== null) bond.pieces += pieces
  }

  apply(account: number, row: LedgerRow, pieces: bigint): void {
    const bond = this.#bondOf(account, row.symbol)
    if (bond === null) return
    bond.due.pass(row.at, bond.pieces)
    bond.due.book(row, pieces, this.#instrumentOf(row.symbol).currency)
    bond.pieces += pieces
  }

  /** Adds what is due at a time (UTC ms) to the value by currency. */
  addTo(parts: Map<string, bigint>, at: number): void {
    for (const { symbol, pieces, due } of this.#bonds.values()) {
      due.pass(at, pieces)
      const [amount, { currency }] = [due.amountAt(at), this.#instrumentOf(symbol)]
      if (amount !== 0n && currency !== null) parts.set(currency, (parts.get(currency) ?? 0n) + amount)
    }
  }

  /** `null` for an instrument without repayments. */
  #bondOf(account: number, symbol: string): HeldBond | null {
    const key = keyOf(account, symbol)
    const known = this.#bonds.get(key)
    if (known !== undefined) return known
    const facts = symbol === '' ? null : this.#instrumentOf(symbol).facts
    if (facts === null || facts.amortizations.length === 0) return null
    const created = { account, symbol, pieces: 0n, due: new RepaymentsDue(facts) }
    this.#bonds.set(key, created)
    return created
  }
}

const keyOf = (account: number, symbol: string): string => `${account} ${symbol}`
