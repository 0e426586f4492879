import { dayMs } from '#shared/durations.ts'
import { compareRows } from '../../ledger/row.ts'
import { magnitude, unitPlaces } from '../../lots/units.ts'
import { isNear } from '../events-near.ts'
import { namedMeaning, names } from '../named-meaning.ts'
import {
  isMoneyOnly,
  isPiecesOnly,
  moneyOf,
  onlyPairs,
  statedPieces,
  type FinalRepayment,
  type NearRow,
  type Surroundings,
  type Together,
} from './near-rows.ts'

/** Money and pieces of a redemption that no event relates are at most this far apart. */
const apartMs = 10 * dayMs

const unitsInOne = 10n ** BigInt(unitPlaces)
const cent = unitsInOne / 100n

/** Kinds that the outgoing pieces of a redemption have alone. */
const piecesKinds: readonly string[] = ['redemption', 'securities-transfer-out', 'unknown', 'expiration']

/**
 * Finds redemptions whose money and pieces are in different rows, or whose pieces are in none, and expirations in two rows.
 * The row with the money then moves the pieces, so that one sale closes the lots, and the other rows move none. Pieces are
 * taken out only where the event of the bond, the amount and the pieces held agree, where the names of both rows say what
 * they are, or where the name of the money does and all pieces leave.
 */
export function findRedemptions(rows: readonly NearRow[], around: Surroundings): Map<string, Together> {
  const found = new Map<string, Together>()
  for (const [symbol, ofSymbol] of Map.groupBy(rows, (row) => row.symbol)) {
    if (symbol === '') continue
    const money = ofSymbol.filter((row) => isRepayment(row) && isMoneyOnly(row) && moneyOf(row) > 0n)
    const pieces = ofSymbol.filter(
      (row) => isPiecesOnly(row) && statedPieces(row) < 0n && piecesKinds.includes(row.kind) && mayChange(row),
    )
    for (const event of around.repaymentsOf(symbol)) {
      const paid = money.filter((row) => isNear(row, event) && piecesPaid(row, event) !== null)
      const gone = pieces.filter((row) => isNear(row, event))
      for (const [id, together] of ofEvent(event, paid, gone, around)) found.set(id, together)
    }
    const settled = ofSymbol.filter((row) => row.kind === 'expiration' && (isMoneyOnly(row) || isPiecesOnly(row)))
    const candidates = [...new Set([...money, ...pieces, ...settled])]
    for (const [a, b] of onlyPairs(candidates, (one, other) => areOne(one, other, around))) {
      if (found.has(a.id) || found.has(b.id)) continue
      const [paid, moved] = isMoneyOnly(a) ? [a, b] : [b, a]
      const kind = isRepayment(paid) ? 'redemption' : 'expiration'
      found.set(paid.id, { kind, pieces: statedPieces(moved) })
      found.set(moved.id, { kind, pieces: 0n })
    }
  }
  return found
}

/** The user's choice stays, and a redemption that the user chose is one. */
const mayChange = ({ isChosen, kind }: NearRow): boolean => !isChosen || kind === 'redemption'

/**
 * Whether one row has the money and the other one the pieces, and both names say "redemption" or "expiration". The pieces of a
 * redemption may have a plain name if they are all that is held.
 */
function areOne(a: NearRow, b: NearRow, { heldBefore }: Surroundings): boolean {
  if (isMoneyOnly(a) === isMoneyOnly(b) || Math.abs(a.at - b.at) > apartMs) return false
  const [paid, moved] = isMoneyOnly(a) ? [a, b] : [b, a]
  if (moneyOf(paid) > 0n === statedPieces(moved) > 0n) return false
  if (!isRepayment(paid)) return moved.kind === paid.kind
  if (moved.kind === 'redemption') return true
  return !names(moved.name, 'own-transfer') && heldBefore(moved) === -statedPieces(moved)
}

/** Whether the pieces for the money of a row may leave in another row some days apart. */
export const mayTakePieces = (row: NearRow): boolean => row.kind === 'expiration' || isRepayment(row)

/** Whether a row repays, or does so by its name if its pieces leave too: alone, a share or a fund that pays is income. */
const isRepayment = ({ kind, name, isChosen }: NearRow): boolean =>
  kind === 'redemption' || (kind === 'dividend' && !isChosen && namedMeaning(name) === 'redemption')

/** The number of pieces that an amount repays, in units; `null` if it is not that of a whole number of them. */
function piecesPaid(row: NearRow, { each, currency }: FinalRepayment): bigint | null {
  if (row.currency !== currency || each <= 0n) return null
  const money = moneyOf(row)
  const count = (2n * money + each) / (2n * each)
  return count > 0n && magnitude(money - count * each) <= cent ? count * unitsInOne : null
}

function* ofEvent(
  event: FinalRepayment,
  paid: readonly NearRow[],
  gone: readonly NearRow[],
  around: Surroundings,
): Iterable<[string, Together]> {
  const repaid = paid.map((row) => piecesPaid(row, event) ?? 0n)
  const total = repaid.reduce((sum, pieces) => sum + pieces, 0n)
  const [first] = paid.toSorted(compareRows)
  if (first === undefined) return
  const removed = removedBy(total, first, gone, around)
  if (removed === null) return
  for (const [index, row] of paid.entries()) yield [row.id, { kind: 'redemption', pieces: -(repaid[index] ?? 0n) }]
  for (const row of removed) yield [row.id, { kind: 'redemption', pieces: 0n }]
}

/**
 * Returns the rows whose pieces are the repaid ones, empty if no row moves them; `null` if the number of pieces does not
 * agree. `first` is the first row with money, `gone` are the rows with outgoing pieces near it.
 */
function removedBy(
  total: bigint,
  first: NearRow,
  gone: readonly NearRow[],
  { heldBefore }: Surroundings,
): readonly NearRow[] | null {
  const named = gone.filter(({ kind }) => kind === 'redemption')
  if (named.length > 0) return sumOf(named) === -total ? named : null
  const earliest = [first, ...gone].toSorted(compareRows)[0] ?? first
  if (gone.length > 0 && sumOf(gone) === -total && heldBefore(earliest) === total) return gone
  // Pieces that left before are not those that were repaid.
  return gone.every((row) => compareRows(row, first) < 0) && heldBefore(first) === total ? [] : null
}

const sumOf = (rows: readonly NearRow[]): bigint => rows.reduce((sum, row) => sum + statedPieces(row), 0n)
