import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { findExchanges } from './exchanges.ts'
import type { Found, NearRow, Surroundings, Together } from './near-rows.ts'
import { findRedemptions } from './redemptions.ts'
import { findReversals } from './reversals.ts'
import { findSplits } from './splits.ts'

/**
 * Finds what rows of one account are together: reversals with what they take back, both sides of an exchange of currency,
 * money and pieces of a redemption or an expiration, both rows of a split. The result depends only on the set of rows, not on their
 * order; rows that are not in it stay what they are alone. Each row is in one group at most, the first that is found.
 */
export function findTogether(rows: readonly NearRow[], around: Surroundings): Found {
  const found = new Map<string, Together>()
  const finders: readonly ((left: readonly NearRow[]) => Found)[] = [
    findReversals,
    findExchanges,
    (left) => findRedemptions(left, around),
    (left) => findSplits(left, around),
  ]
  for (const find of finders) {
    for (const [id, together] of find(rows.filter((row) => !found.has(row.id)))) found.set(id, together)
  }
  return found
}

/** Kinds of money that can be one side of an exchange, or of a redemption or expiration. */
const moneyKinds: readonly TransactionKind[] = [
  'unknown',
  'currency-exchange',
  'buy',
  'sell',
  'redemption',
  'expiration',
  'cash-transfer-in',
  'cash-transfer-out',
]
/** Kinds of pieces that can be one side of a split, of an exchange of securities, or of a redemption. */
const piecesKinds: readonly TransactionKind[] = [
  'split',
  'securities-transfer-in',
  'securities-transfer-out',
  'unknown',
  'redemption',
  'expiration',
]

/**
 * Whether a row can be the reason for a group, by the kind that it has alone. Each group has at least one such row; a row
 * that a reversal takes back and a trade of a currency pair need not be one.
 */
export function canBeTogether({ kind, symbol, hasTrade, moneySign, quantitySign }: CandidateFacts): boolean {
  if (kind === 'reversal') return true
  if (hasTrade) return false
  if (moneySign !== 0)
    // Other income with a symbol can be the money of a trade of currency.
    return quantitySign === 0 && (moneyKinds.includes(kind) || (symbol !== '' && kind === 'other-income'))
  return quantitySign !== 0 && piecesKinds.includes(kind)
}

interface CandidateFacts {
  readonly kind: TransactionKind
  readonly symbol: string
  readonly hasTrade: boolean
  readonly moneySign: number
  readonly quantitySign: number
}
