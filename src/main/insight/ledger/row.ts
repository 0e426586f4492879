import { dayMs } from '#shared/durations.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { magnitude, unitPlaces } from '../lots/units.ts'

/** The rows of a split, or of the change of a symbol, are booked at most this far apart. */
export const splitMs = 5 * dayMs

/** A row is taken back at most this long after it. */
export const reversedWithinMs = 30 * dayMs

/** A transaction in the form that the replay reads. Amounts and pieces are in units of 10⁻¹⁸ (`lots/units.ts`). */
export interface LedgerRow {
  readonly id: string
  /** UTC ms. */
  readonly at: number
  readonly kind: TransactionKind
  readonly name: string
  /** Empty if the row moves only money. */
  readonly symbol: string
  /** `null` for a row without money; then `money` is `null` too. */
  readonly currency: string | null
  readonly money: bigint | null
  /** Signed pieces as the service sends them; `null` if they are not sent or cannot be read. */
  readonly changeQuantity: bigint | null
  /** The trade; `null` if the row is not a trade. */
  readonly trade: LedgerTrade | null
  /** Set if the service sends pieces that cannot be read. */
  readonly hasUnreadablePieces?: true | undefined
  /** The group of the user to which it belongs. */
  readonly group?: LedgerGroup | undefined
}

/** A group that the user made. */
export interface LedgerGroup {
  readonly key: number
  /** Pieces of a new symbol come from this one, with this share of its cost, in units of 10⁻¹⁸; `null` if it is no spin-off. */
  readonly spinOff: { readonly from: string; readonly share: bigint } | null
}

interface LedgerTrade {
  readonly size: bigint | null
  readonly price: bigint | null
  readonly accruedInterest: bigint | null
}

/**
 * The order of the replay: by time, then by id. Ids are numbers as text: a shorter one is smaller, and ids of equal
 * length compare as text. The cache keeps rows of the same time in the order in which they arrive, which differs after
 * a restart.
 */
export function compareRows(a: Pick<LedgerRow, 'at' | 'id'>, b: Pick<LedgerRow, 'at' | 'id'>): number {
  if (a.at !== b.at) return a.at - b.at
  if (a.id.length !== b.id.length) return a.id.length - b.id.length
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

const flowKinds: ReadonlySet<TransactionKind> = new Set<TransactionKind>([
  'deposit',
  'withdrawal',
  'cash-transfer-in',
  'cash-transfer-out',
  'securities-transfer-in',
  'securities-transfer-out',
  'inheritance',
  'loan',
  'contract-termination',
])

/** Whether rows of this kind move money or pieces into or out of an account. Source: analytics, "Returns". */
export const isExternal = (kind: TransactionKind): boolean => flowKinds.has(kind)

/**
 * Returns the signed pieces that a row adds: those that it states, otherwise the size of its trade. The sign is that of
 * the size if it is negative, or follows from the kind, or is opposite to that of the money (a purchase costs money).
 * `null` if the row moves no pieces, or if they are not known. An exchange of currencies moves money only: its symbol
 * is that of the pair.
 */
export function piecesOf({
  symbol,
  kind,
  changeQuantity,
  trade,
  money,
  hasUnreadablePieces,
}: LedgerRow): bigint | null {
  if (symbol === '') return null
  if (kind === 'currency-exchange') return 0n
  if (hasUnreadablePieces === true) return null
  if (changeQuantity !== null && changeQuantity !== 0n) return changeQuantity
  const size = trade?.size ?? null
  if (size === null || size === 0n) return changeQuantity ?? size
  // A negative size means that the service sends sizes with a sign.
  if (size < 0n) return size
  if (kind === 'buy') return size
  if (kind === 'sell') return -size
  if (money === null || money === 0n) return null
  return money < 0n ? size : -size
}

/**
 * Returns the signed pieces of a row, if `held` pieces are held before it. An expiration closes them, so the size of
 * its trade needs no sign; `null` if more pieces expire than are held.
 */
export function piecesAt(row: LedgerRow, held: bigint): bigint | null {
  const pieces = piecesOf(row)
  if (pieces !== null || row.kind !== 'expiration' || row.symbol === '') return pieces
  const size = magnitude(row.trade?.size ?? 0n)
  if (size === 0n || size > magnitude(held)) return null
  return held > 0n ? -size : size
}

/** Adds to each row the pieces that it moves after the rows before it. `rows` are of one symbol, oldest first. */
export function withPieces(rows: readonly LedgerRow[]): LedgerRow[] {
  let held = 0n
  return rows.map((row) => {
    const pieces = piecesAt(row, held)
    held += pieces ?? 0n
    return pieces === piecesOf(row) ? row : { ...row, changeQuantity: pieces }
  })
}

/**
 * Whether the lots that a row closes are realized. Pieces that leave the account, or move for an unknown reason, are
 * not sold. Pieces that come from another account close short lots.
 */
export const realizes = (row: LedgerRow): boolean =>
  row.kind === 'securities-transfer-in' ? (piecesOf(row) ?? 0n) > 0n : !isExternal(row.kind) && row.kind !== 'unknown'

/** Whether a row moves pieces without saying how many. */
export const hasUnknownPieces = (row: LedgerRow): boolean =>
  row.symbol !== '' &&
  piecesOf(row) === null &&
  (row.trade !== null || row.kind === 'redemption' || row.hasUnreadablePieces === true)

/**
 * Whether rows of this kind move pieces for a while, and another row moves them back: nothing is bought or sold, so the
 * lots stay as they are. A reversal takes back a row that has this kind too.
 */
export const isLending = (kind: TransactionKind): boolean =>
  kind === 'repo' || kind === 'securities-loan' || kind === 'reversal'

/**
 * Returns the cost of pieces without accrued interest, in units; negative for proceeds. `null` if it is not known. A
 * missing amount is zero only for an expiration and for a sale at a stated price of 0.
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

/** Whether a row states a price of 0 and moves no money. The service sends a zero without a currency where none moves. */
export const isForNothing = ({ money, trade }: Pick<LedgerRow, 'money' | 'trade'>): boolean =>
  (money ?? 0n) === 0n && trade?.price === 0n

function paid({ money, trade }: LedgerRow, pieces: bigint): bigint | null {
  if (isForNothing({ money, trade }) && pieces < 0n) return 0n
  // Incoming pieces with incoming money contradict each other.
  if (money === null || money === 0n || money < 0n !== pieces > 0n) return null
  const accrued = magnitude(trade?.accruedInterest ?? 0n)
  return pieces > 0n ? -money - accrued : accrued - money
}

/** Pieces that are not bought have a cost only if their row states one. */
function statedCost({ money, trade }: LedgerRow, pieces: bigint): bigint | null {
  if (money !== null && money !== 0n) return pieces > 0n ? magnitude(money) : -magnitude(money)
  const price = trade?.price ?? null
  return price === null || price === 0n ? null : (price * pieces) / 10n ** BigInt(unitPlaces)
}
