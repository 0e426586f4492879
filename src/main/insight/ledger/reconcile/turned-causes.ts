import { magnitude } from '../../lots/units.ts'
import { piecesOf } from '../row-effect.ts'
import type { LedgerRow } from '../row.ts'
import type { Gap } from './evidence.ts'

/** With more rows every one is not tried: an instrument that expires has few. */
const maxRows = 400

/**
 * Rows whose sign is wrong before something expires. What expires closes what the rows before it hold, and has no sign of its
 * own: the difference is then not twice the wrong row, but with that row turned the replay gives what is stated.
 */
export function turnedBeforeExpiration(
  { difference, replayed, opening }: Gap,
  rows: readonly LedgerRow[],
): LedgerRow[] {
  const last = rows.findLastIndex(isUnsigned)
  if (last < 0 || rows.length > maxRows) return []
  const stated = replayed + difference
  return rows
    .slice(0, last)
    .filter((row) => !isUnsigned(row) && (piecesOf(row) ?? 0n) !== 0n && replayWith(row, rows, opening) === stated)
}

const sizeOf = ({ kind, trade }: LedgerRow): bigint => (kind === 'expiration' ? magnitude(trade?.size ?? 0n) : 0n)
const isUnsigned = (row: LedgerRow): boolean => sizeOf(row) !== 0n

/** The pieces after all rows with one of them turned; `null` where more expires than is held. */
function replayWith(turned: LedgerRow, rows: readonly LedgerRow[], opening: bigint | null): bigint | null {
  let held = opening ?? 0n
  for (const row of rows) {
    const size = sizeOf(row)
    const pieces = piecesOf(row) ?? 0n
    if (size > magnitude(held)) return null
    if (size !== 0n) held += held > 0n ? -size : size
    else held += row === turned ? -pieces : pieces
  }
  return held
}
