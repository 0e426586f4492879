import type { TransactionKind } from '../../../shared/model/transaction/transaction.ts'
import { magnitude, unitPlaces } from '../lots/units.ts'

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
  /** Signed pieces as sent; `null` if they are not sent or not readable. */
  readonly changeQuantity: bigint | null
  /** What was traded; `null` if the row is no trade. */
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

const flowKinds: ReadonlySet<TransactionKind> = new Set<TransactionKind>([
  ...(['deposit', 'withdrawal', 'cash-transfer-in', 'cash-transfer-out'] as const),
  ...(['securities-transfer-in', 'securities-transfer-out', 'inheritance', 'loan', 'contract-termination'] as const),
])

/** Whether rows of this kind move money or pieces across the edge of an account. Source: analytics, "Returns". */
export const isExternal = (kind: TransactionKind): boolean => flowKinds.has(kind)

/**
 * Signed pieces that a row adds: those it states; otherwise the size of its trade, with its own sign, that of its kind, or
 * against the money (a purchase costs money). `null` if it moves none, or where they are not known.
 */
export function piecesOf({ symbol, kind, changeQuantity, trade, money }: LedgerRow): bigint | null {
  if (symbol === '') return null
  if (changeQuantity !== null && changeQuantity !== 0n) return changeQuantity
  const size = trade?.size ?? null
  if (size === null) return changeQuantity
  // Who sends a negative size sends sizes with a sign.
  if (size < 0n) return size
  if (kind === 'buy') return size
  if (kind === 'sell') return -size
  if (money === null || money === 0n) return null
  return money < 0n ? size : -size
}

/**
 * Signed pieces of a row, where `held` pieces were held before it. What expires closes them, so the size of its trade is enough
 * without a sign; `null` if more expire than are held.
 */
export function piecesAt(row: LedgerRow, held: bigint): bigint | null {
  const pieces = piecesOf(row)
  if (pieces !== null || row.kind !== 'expiration' || row.symbol === '') return pieces
  const size = magnitude(row.trade?.size ?? 0n)
  if (size === 0n || size > magnitude(held)) return null
  return held > 0n ? -size : size
}

/** Rows of one symbol, oldest first, each with the pieces that it moves after those before it. */
export function withPieces(rows: readonly LedgerRow[]): LedgerRow[] {
  let held = 0n
  return rows.map((row) => {
    const pieces = piecesAt(row, held)
    held += pieces ?? 0n
    return pieces === piecesOf(row) ? row : { ...row, changeQuantity: pieces }
  })
}

/**
 * Whether what a row closes is realized: pieces that leave the account, or go for an unknown reason, are not sold. Those that
 * come from another account close short lots.
 */
export const realizes = (row: LedgerRow): boolean =>
  row.kind === 'securities-transfer-in' ? (piecesOf(row) ?? 0n) > 0n : !isExternal(row.kind) && row.kind !== 'unknown'

/** Whether a row moves pieces and does not say how many. */
export const hasUnknownPieces = (row: LedgerRow): boolean =>
  row.symbol !== '' && piecesOf(row) === null && (row.trade !== null || row.kind === 'redemption')

/**
 * The money that pieces cost, without accrued interest; negative for what they brought. `null` if it is not known: a
 * cost of zero is never assumed, but for what expires.
 */
export function costOf(row: LedgerRow, pieces: bigint): bigint | null {
  switch (row.kind) {
    case 'securities-transfer-out':
      return null
    case 'securities-transfer-in':
    case 'inheritance':
      return statedCost(row, pieces)
    case 'expiration':
      return -(row.money ?? 0n)
    default:
      return paid(row, pieces)
  }
}

function paid({ money, trade }: LedgerRow, pieces: bigint): bigint | null {
  // Pieces that come in together with money contradict each other.
  if (money === null || money === 0n || money < 0n !== pieces > 0n) return null
  const accrued = magnitude(trade?.accruedInterest ?? 0n)
  return pieces > 0n ? -money - accrued : accrued - money
}

/** Pieces that were not bought have a cost only where their row states one. */
function statedCost({ money, trade }: LedgerRow, pieces: bigint): bigint | null {
  if (money !== null && money !== 0n) return pieces > 0n ? magnitude(money) : -magnitude(money)
  const price = trade?.price ?? null
  return price === null || price === 0n ? null : (price * pieces) / 10n ** BigInt(unitPlaces)
}
