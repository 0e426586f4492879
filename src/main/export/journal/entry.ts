import type { TransactionKind } from '../../../shared/model/transaction/transaction.ts'

/** What pieces cost together, positive; a posting without it moves pieces of unknown cost. Money in units of 10⁻¹⁸. */
export interface LotCost {
  readonly total: bigint
  readonly currency: string
  /** UTC ms; `null` where it is not known. */
  readonly openedAt: number | null
}

/** The place of an amount in a book: an account of the broker (`null`: of no one account) and a path below one of the five roots. */
export interface Place {
  readonly root: 'Assets' | 'Liabilities' | 'Equity' | 'Income' | 'Expenses'
  readonly accountId: string | null
  readonly path: string
}

/** One line of an entry. Amounts and pieces in units of 10⁻¹⁸, signed. */
export type Posting =
  | { readonly place: Place; readonly money: bigint; readonly currency: string }
  | {
      readonly place: Place
      readonly pieces: bigint
      readonly symbol: string
      /** `null` where the cost is not known: the pieces count for themselves. */
      readonly lot: LotCost | null
    }

/** A transaction, or the opening balances of an account, as a balanced entry. */
export interface JournalEntry {
  /** UTC ms. */
  readonly at: number
  /** The transaction's id; `null` for opening balances. */
  readonly id: string | null
  readonly accountId: string
  readonly kind: TransactionKind | 'opening'
  /** As the broker names it. */
  readonly name: string
  /** Of the instrument; empty for money alone. */
  readonly symbol: string
  readonly postings: readonly Posting[]
}

/** The price of a piece on a UTC day, in units of `currency`. */
export interface DayPrice {
  /** UTC ms. */
  readonly at: number
  readonly symbol: string
  readonly currency: string
  readonly price: bigint
}
