import { magnitude, formatUnits } from '../../lots/units.ts'
import { piecesOf } from '../row-effect.ts'
import type { LedgerRow } from '../row.ts'

/** "2024-03-05" of a UTC time. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const amountOf = (units: bigint): string => formatUnits(magnitude(units))

/** "the purchase of 10 SBER@MISX for 1000 RUB on 2024-03-05 (row 123)" */
export function describeRow(row: LedgerRow): string {
  const pieces = piecesOf(row)
  const moved = pieces === null || pieces === 0n ? '' : ` of ${amountOf(pieces)} ${row.symbol}`
  const money =
    row.money === null || row.money === 0n
      ? ''
      : ` ${moved === '' ? 'of' : 'for'} ${amountOf(row.money)} ${row.currency ?? ''}`
  return `the ${nameOf(row)}${moved}${money} on ${dateOf(row.at)} (row ${row.id})`
}

const names: Partial<Record<LedgerRow['kind'], string>> = { buy: 'purchase', sell: 'sale', unknown: 'row' }
const nameOf = ({ kind }: LedgerRow): string => names[kind] ?? kind.replaceAll('-', ' ')

/** "the purchase … (row 1) or the sale … (row 2)", with the number of the others. */
export function describeRows(rows: readonly LedgerRow[], joint: 'and' | 'or' = 'or'): string {
  const shown = rows.slice(0, 2).map(describeRow).join(` ${joint} `)
  return rows.length > 2 ? `${shown}, ${joint} ${rows.length - 2} more` : shown
}
