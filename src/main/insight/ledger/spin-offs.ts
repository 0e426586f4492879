import type { Arrivals } from './holding-state.ts'
import { compareRows, piecesOf, type LedgerRow } from './row.ts'

/**
 * The other half of a row with pieces of a spin-off: a row of the old symbol, at the same time, that moves no pieces and
 * gives cost away. `null` for every other row.
 */
export function givingRow(row: LedgerRow): LedgerRow | null {
  const spinOff = row.group?.spinOff ?? null
  if (spinOff === null || row.kind !== 'split' || row.symbol === spinOff.from || (piecesOf(row) ?? 0n) <= 0n)
    return null
  return { ...row, symbol: spinOff.from, currency: null, money: null, changeQuantity: 0n, trade: null }
}

/** The rows that give cost of a holding away, in the order of the replay. */
export const givingRows = (arrivals: Arrivals): LedgerRow[] =>
  [...arrivals.values()]
    .flatMap((arrived) => (arrived !== 'sent' && 'share' in arrived ? [arrived.row] : []))
    .sort(compareRows)

/** The rows of a holding with those that give its cost away, in the order of the replay. */
export function withGiving(rows: LedgerRow[], arrivals: Arrivals): LedgerRow[] {
  const giving = givingRows(arrivals)
  return giving.length === 0 ? rows : [...rows, ...giving].sort(compareRows)
}
