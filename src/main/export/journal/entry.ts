import type { TransactionKind } from '#shared/model/transaction/transaction.ts'

/** The ISO 4217 code that means "no currency". It also stands for a currency that is not known. */
export const noCurrency = 'XXX'

/** The total cost of pieces, positive, in units of 10⁻¹⁸. A posting without it moves pieces of unknown cost. */
export interface LotCost {
  readonly total: bigint
  readonly currency: string
  /** UTC ms; `null` if it is not known. */
  readonly openedAt: number | null
}

/**
 * The place of an amount in a book: an account of the broker (`null`: several accounts) and a path below one of the five roots.
 */
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
      /** `null` if the cost is not known. The pieces are then balanced by pieces. */
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
  /** The name that the broker gives. */
  readonly name: string
  /** The symbol of the instrument; empty for a row of money only. */
  readonly symbol: string
  /** Whether the service states no currency of its money, and that of the postings is the only one of the account. */
  readonly isCurrencyAssumed: boolean
  readonly postings: readonly Posting[]
  /** The cost of pieces that leave for a while, or come back; `null` for other entries. */
  readonly lentCost: LotCost | null
}

/** The price of a piece on a UTC day, in units of `currency`. */
export interface DayPrice {
  /** UTC ms. */
  readonly at: number
  readonly symbol: string
  readonly currency: string
  readonly price: bigint
}
