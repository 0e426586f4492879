import { lentAfter, lentPieces, isLent, owedFor, type LentPieces } from '../ledger/lent-pieces.ts'
import type { LedgerRow } from '../ledger/row.ts'

/** What an account has lent of an instrument. */
export interface LentState {
  readonly account: number
  readonly symbol: string
  readonly lent: readonly LentPieces[]
}

/** The pieces that several accounts have lent, which stay a part of their value. Rows must be in time order. */
export class LentHoldings {
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
