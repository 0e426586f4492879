import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { parseUnits } from '#main/insight/lots/units.ts'

/** Reads decimal text as units. Throws if it is not a decimal. */
export function units(text: string): bigint {
  const value = parseUnits(text)
  if (value === null) throw new Error(`not a decimal: ${text}`)
  return value
}

interface RowText {
  readonly id?: string
  readonly at?: number
  readonly symbol?: string
  readonly name?: string
  readonly currency?: string
  readonly money?: string
  readonly pieces?: string
  readonly trade?: { readonly size: string; readonly price?: string; readonly accrued?: string }
}

/** Makes a row of this kind; decimals are text, times are UTC ms. */
export const makeRow = (kind: LedgerRow['kind'], row: RowText = {}): LedgerRow => ({
  kind,
  id: row.id ?? '1',
  at: row.at ?? 0,
  name: row.name ?? '',
  symbol: row.symbol ?? '',
  currency: row.money === undefined ? null : (row.currency ?? 'RUB'),
  money: row.money === undefined ? null : units(row.money),
  changeQuantity: row.pieces === undefined ? null : units(row.pieces),
  trade:
    row.trade === undefined
      ? null
      : {
          size: units(row.trade.size),
          price: row.trade.price === undefined ? null : units(row.trade.price),
          accruedInterest: row.trade.accrued === undefined ? null : units(row.trade.accrued),
        },
})
