import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { Signs } from '../kinds/row-facts.ts'

/** The values that a row shares with many others, by the keys of their dictionaries. */
export interface Dimension {
  readonly dimension: number
  readonly subject: number
  readonly category: number
  readonly kind: number
  /** 0 for a row without money. */
  readonly currency: number
  readonly hasTrade: boolean
}

/** The dimension in which a row is stored. */
export interface StoredDimension extends Dimension {
  /** The kind that its rows have by the rows beside them; `null` if these did not decide. */
  readonly besideKind: TransactionKind | null
}

/** The dimension that was found for a row. */
export interface FoundDimension extends Dimension {
  /** Whether the row can be one event with rows beside it, by the kind that it has alone. */
  readonly isCandidate: boolean
}

/** Whether the rows of both dimensions have the same values, except perhaps the kind. */
export const isSameButKind = (a: Dimension, b: Dimension): boolean =>
  a.subject === b.subject && a.currency === b.currency && a.hasTrade === b.hasTrade

/** An account and its key. */
export interface AccountKey {
  readonly key: number
  readonly id: string
}

/** A dimension with the values that its rows share. */
export interface RememberedDimension extends FoundDimension, Signs {
  readonly account: number
  readonly categoryName: string
  readonly instrumentType: string | null
  readonly currencyCode: string | null
  /** If true, another row with the same values may have another kind, so its kind must be found again. */
  readonly isOfOneRow: boolean
}
