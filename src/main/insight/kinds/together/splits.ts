import { dayMs } from '#shared/durations.ts'
import { compareRows } from '../../ledger/row.ts'
import { magnitude, unitPlaces } from '../../lots/units.ts'
import { namedMeaning, names } from '../named-meaning.ts'
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
 * Finds splits and exchanges of securities that several rows make: pieces that leave and pieces that arrive beside each
 * other, without money, or the same pieces that change the market. Of one symbol, the last row moves the difference, so
 * that the lots are scaled once. A single transfer is a split if its pieces are those that the split of its symbol adds
 * to the pieces held.
 */
export function findSplits(rows: readonly NearRow[], around: Surroundings): Map<string, Together> {
  const found = new Map<string, Together>()
  const moved = rows.filter(
    (row) => isPiecesOnly(row) && piecesKinds.includes(row.kind) && (row.kind === 'split' || !row.isChosen),
  )
  const pieces = moved.filter((row) => row.kind === 'split' || !names(row.name, 'own-transfer'))
  const groups: readonly (readonly NearRow[])[] = [
    ...namedSplits(pieces),
    ...onlyPairs(pieces, (a, b) => a.symbol === b.symbol && areExchanged(a, b) && !cancelEachOther(a, b)),
  ]
  for (const group of groups) {
    if (group.some(({ id }) => found.has(id))) continue
    const ordered = group.toSorted(compareRows)
    const net = group.reduce((sum, row) => sum + statedPieces(row), 0n)
    for (const row of ordered) found.set(row.id, { kind: 'split', pieces: row === ordered.at(-1) ? net : 0n })
  }
  const pairings: readonly (readonly [readonly NearRow[], (a: NearRow, b: NearRow) => boolean])[] = [
    [moved, changesMarket],
    [pieces, (a, b) => a.symbol !== b.symbol && areExchanged(a, b)],
  ]
  for (const [candidates, fits] of pairings) {
    const left = candidates.filter(({ id }) => !found.has(id))
    for (const pair of onlyPairs(left, fits)) for (const { id } of pair) found.set(id, { kind: 'split', pieces: null })
  }
  for (const row of moved) {
    // A plain transfer may be a split where the event agrees; one that is called a transfer between accounts is none.
    if (found.has(row.id) || row.kind === 'split' || namedMeaning(row.name) === 'own-transfer') continue
    if (around.splitsOf(row.symbol).some((split) => fitsRatio(row, split, around)))
      found.set(row.id, { kind: 'split', pieces: null })
  }
  return found
}

/** Rows of one symbol that are called a split, some days apart at most, with outgoing and incoming pieces. */
function namedSplits(pieces: readonly NearRow[]): NearRow[][] {
  const named = pieces.filter(({ kind }) => kind === 'split').toSorted(compareRows)
  return [...Map.groupBy(named, ({ symbol }) => symbol).values()].flatMap((rows) => {
    const groups: NearRow[][] = []
    for (const row of rows) {
      const last = groups.at(-1)
      if (last !== undefined && row.at - (last.at(-1)?.at ?? 0) <= nearMs) last.push(row)
      else groups.push([row])
    }
    return groups.filter(
      (group) => group.some((row) => statedPieces(row) < 0n) && group.some((row) => statedPieces(row) > 0n),
    )
  })
}

const areExchanged = (a: NearRow, b: NearRow): boolean =>
  isBeside(a, b) && statedPieces(a) < 0n !== statedPieces(b) < 0n

/** Whether the same pieces leave one market and arrive on another one, under the same ticker: a transfer by name, too. */
const changesMarket = (a: NearRow, b: NearRow): boolean =>
  a.symbol !== b.symbol && tickerOf(a) === tickerOf(b) && isBeside(a, b) && cancelEachOther(a, b)

const tickerOf = ({ symbol }: NearRow): string => symbol.split('@')[0] ?? symbol

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
