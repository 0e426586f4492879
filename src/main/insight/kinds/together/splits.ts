import { dayMs } from '../../../../shared/durations.ts'
import { compareRows } from '../../ledger/row.ts'
import { magnitude, unitPlaces } from '../../lots/units.ts'
import { names } from '../named-meaning.ts'
import {
  isBeside,
  isPiecesOnly,
  onlyPairs,
  statedPieces,
  type NearRow,
  type SplitRatio,
  type Surroundings,
  type Together,
} from './near-rows.ts'

/** The pieces of a split are booked at most this long before or after its date. */
const nearMs = 5 * dayMs

/** Kinds that the pieces of a split or of an exchange of securities have alone. */
const piecesKinds: readonly string[] = ['split', 'securities-transfer-in', 'securities-transfer-out', 'unknown']

/**
 * Finds splits and exchanges of securities that two rows make: pieces that leave and pieces that arrive beside each
 * other, without money. Of one symbol, the later row moves the difference, so that the lots are scaled once. A single transfer is
 * a split if its pieces are those that the split of its symbol adds to the pieces held.
 */
export function findSplits(rows: readonly NearRow[], around: Surroundings): Map<string, Together> {
  const found = new Map<string, Together>()
  const pieces = rows.filter(
    (row) =>
      isPiecesOnly(row) &&
      piecesKinds.includes(row.kind) &&
      (row.kind === 'split' || (!row.isChosen && !names(row.name, 'own-transfer'))),
  )
  const ofSymbol = onlyPairs(pieces, (a, b) => a.symbol === b.symbol && areExchanged(a, b) && !cancelEachOther(a, b))
  for (const [a, b] of ofSymbol) {
    const [first, last] = compareRows(a, b) < 0 ? [a, b] : [b, a]
    found.set(first.id, { kind: 'split', pieces: 0n })
    found.set(last.id, { kind: 'split', pieces: statedPieces(a) + statedPieces(b) })
  }
  const left = pieces.filter(({ id }) => !found.has(id))
  for (const pair of onlyPairs(left, (a, b) => a.symbol !== b.symbol && areExchanged(a, b))) {
    for (const { id } of pair) found.set(id, { kind: 'split', pieces: null })
  }
  for (const row of left) {
    if (found.has(row.id) || row.kind === 'split') continue
    if (around.splitsOf(row.symbol).some((split) => fitsRatio(row, split, around)))
      found.set(row.id, { kind: 'split', pieces: null })
  }
  return found
}

const areExchanged = (a: NearRow, b: NearRow): boolean =>
  isBeside(a, b) && statedPieces(a) < 0n !== statedPieces(b) < 0n

/** Pieces that leave and come back unchanged are no split. */
const cancelEachOther = (a: NearRow, b: NearRow): boolean => statedPieces(a) === -statedPieces(b)

const onePiece = 10n ** BigInt(unitPlaces)

/** Whether a row adds the pieces of a split to those held; fractions of a piece may be paid in money. */
function fitsRatio(row: NearRow, { at, from, to }: SplitRatio, { heldBefore }: Surroundings): boolean {
  if (Math.abs(row.at - at) > nearMs || from <= 0n || to <= 0n || from === to) return false
  const held = heldBefore(row)
  if (held === 0n) return false
  return magnitude(statedPieces(row) * from - held * (to - from)) < onePiece * from
}
