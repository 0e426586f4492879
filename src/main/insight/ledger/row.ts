import type { TransactionKind } from '../../../shared/model/transaction/kind.ts'

/** A transaction as the replay reads it. Amounts and pieces are in units of 10⁻¹⁸ (`lots/units.ts`). */
export interface LedgerRow {
  readonly id: string
  /** UTC ms. */
  readonly at: number
  readonly kind: TransactionKind
  readonly name: string
  /** Empty for movements of money alone. */
  readonly symbol: string
  /** `null` for a row without money; then `money` is `null` too. */
  readonly currency: string | null
  readonly money: bigint | null
  /** Signed pieces as sent; `null` where they are not sent or not readable. */
  readonly changeQuantity: bigint | null
  /** What was traded; `null` where the row is no trade. */
  readonly trade: LedgerTrade | null
}

interface LedgerTrade {
  readonly size: bigint | null
  readonly price: bigint | null
  readonly accruedInterest: bigint | null
}

/**
 * The order of the replay: by time, then by id. Ids are numbers in text, so the shorter one is the smaller one; ids of one
 * length compare as text. The cache keeps rows of one instant in the order of their arrival, which differs after a restart.
 */
export function compareRows(a: Pick<LedgerRow, 'at' | 'id'>, b: Pick<LedgerRow, 'at' | 'id'>): number {
  if (a.at !== b.at) return a.at - b.at
  if (a.id.length !== b.id.length) return a.id.length - b.id.length
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
