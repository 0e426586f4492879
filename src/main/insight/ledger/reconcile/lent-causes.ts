import { lentPieces, moveLent, type LentPieces } from '../lent-pieces.ts'
import { isLending, piecesOf, type LedgerRow } from '../row.ts'
import { scores, type Candidate, type Gap } from './evidence.ts'
import { describeRows } from './row-evidence.ts'

/**
 * Pieces that left for a while by a loan or an open repo, if the service still counts them; or pieces that came for a
 * while, if it does not. `rows` are all rows of the instrument, in the order of the replay.
 */
export function findLentPieces({ difference }: Gap, rows: readonly LedgerRow[]): Candidate[] {
  const lending = rows.filter(({ kind }) => isLending(kind))
  const open = lending.reduce<readonly LentPieces[]>((lent, row) => moveLent(lent, row, piecesOf(row) ?? 0n).lent, [])
  if (difference !== -lentPieces(open)) return []
  const isOf = (row: LedgerRow, each: LentPieces): boolean =>
    each.kind === row.kind && each.at === row.at && each.pieces < 0n === (piecesOf(row) ?? 0n) < 0n
  const found = lending.filter((row) => open.some((each) => isOf(row, each)))
  const code = difference > 0n ? 'lent-pieces-are-counted' : 'borrowed-pieces-are-not-counted'
  return [
    {
      kind: 'lent-pieces',
      score: scores.lentPieces,
      reasons: [{ code, rows: describeRows(found, 'and') }],
      rows: found,
      cashEffect: null,
    },
  ]
}
