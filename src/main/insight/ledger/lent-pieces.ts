import { shareOf } from '../lots/lot-shares.ts'
import { magnitude } from '../lots/units.ts'
import type { LedgerRow } from './row.ts'

/**
 * The pieces that a row of a repo, of a loan of securities or of a reversal moved, and no later row moved back yet.
 * Amounts and pieces in units of 10⁻¹⁸.
 */
export interface LentPieces {
  readonly kind: LedgerRow['kind']
  /** UTC ms. */
  readonly at: number
  /** Negative if the pieces have left. */
  readonly pieces: bigint
  /** The money of the row, positive if it was received; `null` without money. */
  readonly money: bigint | null
  readonly currency: string | null
  /** The key of the group of the user to which the row belongs: only rows of this group move them back. */
  readonly group?: number | undefined
}

/** The pieces that are still to come back after a row, and what its money and that of the rows before it leave. */
interface MovedBack {
  readonly lent: readonly LentPieces[]
  /** The interest of a repo, or the difference of a reversal: negative if it is paid. In units. */
  readonly result: bigint
}

/**
 * Applies a row that moves `pieces` (signed). It moves back the oldest opposite pieces of its kind, those of the same
 * number first; the rest is newly lent.
 */
export function moveLent(lent: readonly LentPieces[], row: LedgerRow, pieces: bigint): MovedBack {
  const { kind, at, money, currency } = row
  const group = row.group?.key
  const isOpposite = (each: LentPieces): boolean =>
    each.kind === kind && each.group === group && each.pieces < 0n !== pieces < 0n
  const sameNumber = lent.filter((each) => isOpposite(each) && each.pieces === -pieces)
  const whole = sameNumber.find((each) => each.currency === currency && each.money === opposite(money)) ?? sameNumber[0]
  const closing = whole === undefined ? lent.filter(isOpposite) : [whole]
  let [left, moneyLeft, result] = [pieces, money, 0n]
  const rest = new Map<LentPieces, LentPieces | null>()
  for (const each of closing) {
    if (left === 0n) break
    const back = magnitude(left) < magnitude(each.pieces) ? magnitude(left) : magnitude(each.pieces)
    const paid = shareOf(moneyLeft, back, magnitude(left))
    const received = shareOf(each.money, back, magnitude(each.pieces))
    if (paid !== null && received !== null && currency === each.currency) result += received + paid
    const pieceRest = each.pieces + (each.pieces < 0n ? back : -back)
    rest.set(each, pieceRest === 0n ? null : { ...each, pieces: pieceRest, money: minus(each.money, received) })
    left += left < 0n ? back : -back
    moneyLeft = minus(moneyLeft, paid)
  }
  const still = lent.flatMap((each) => (rest.has(each) ? (rest.get(each) ?? []) : [each]))
  const newlyLent = left === 0n ? [] : [{ kind, at, pieces: left, money: moneyLeft, currency, group }]
  return { lent: [...still, ...newlyLent], result }
}

/** Whether rows of this kind give pieces away for a while, which stay a part of the value of their account. */
export const isLent = ({ kind }: Pick<LedgerRow, 'kind'>): boolean => kind === 'repo' || kind === 'securities-loan'

/**
 * What is lent after a row, by a repo or a loan of securities, of a holding of `held` pieces, which the row changes by
 * `pieces` (signed). What a loan pays is income, and no money that is to be paid back.
 */
export function lentAfter(
  lent: readonly LentPieces[],
  row: LedgerRow,
  pieces: bigint,
  held: bigint,
): readonly LentPieces[] {
  if (pieces === 0n) return lent
  if (isLent(row)) return moveLent(lent, row.kind === 'repo' ? row : { ...row, money: null }, pieces).lent
  const next = held + pieces
  const isScaled = row.kind === 'split' && held !== 0n && next !== 0n && held < 0n === next < 0n
  return isScaled ? splitLent(lent, held, next) : lent
}

/** All lent pieces of a holding, and the money that is owed for them. */
export interface LentSums {
  /** In units; negative if the pieces have left. */
  readonly pieces: bigint
  /** See `owedFor`. */
  readonly owed: ReadonlyMap<string, bigint>
}

export const sumLent = (lent: readonly LentPieces[]): LentSums => ({ pieces: lentPieces(lent), owed: owedFor(lent) })

/** The money that is to be paid for lent pieces when they come back, by currency in units; negative if it is to be received. */
export function owedFor(lent: readonly LentPieces[]): ReadonlyMap<string, bigint> {
  const owed = new Map<string, bigint>()
  for (const { money, currency } of lent)
    if (money !== null && currency !== null) owed.set(currency, (owed.get(currency) ?? 0n) + money)
  return owed
}

/** The pieces of reversals whose other row is missing: nothing says what they cost. */
export const reversedPieces = (lent: readonly LentPieces[]): bigint =>
  lent.reduce((sum, { kind, pieces }) => (kind === 'reversal' ? sum + pieces : sum), 0n)

/** The sum of the pieces, in units; negative if more have left than have come. */
export const lentPieces = (lent: readonly LentPieces[]): bigint => lent.reduce((sum, { pieces }) => sum + pieces, 0n)

/** The same pieces after a split of `old` pieces into `next` pieces. */
export const splitLent = (lent: readonly LentPieces[], old: bigint, next: bigint): readonly LentPieces[] =>
  lent.map((each) => ({ ...each, pieces: (each.pieces * next) / old }))

const opposite = (money: bigint | null): bigint | null => (money === null ? null : -money)
const minus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a - b)
