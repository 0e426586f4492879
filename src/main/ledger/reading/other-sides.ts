import { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import { otherSideOf, type OtherSide } from '../../insight/ledger/other-side.ts'
import type { Db } from '../../sqlite/db.ts'
import { RowDecoder } from '../replay/row-decoder.ts'

/**
 * Reads the other currencies of exchanges that are one row: the stored sums contain only the money that a row states.
 * From one time (UTC ms) until another (excluded), in no order.
 */
export function createOtherSides(db: Db) {
  const rows = new LedgerRows(db)
  const selectDimensions = db
    .prepare<[string], number>(
      `SELECT d.key FROM transaction_kind k CROSS JOIN transaction_dimension d ON d.kind = k.key
       WHERE k.name = 'currency-exchange' AND d.has_trade = 1 AND d.account IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
  return (
    accounts: readonly number[],
    fromMs = -Infinity,
    toMs = Infinity,
  ): (OtherSide & { readonly at: number })[] => {
    const dimensions = selectDimensions.all(JSON.stringify(accounts))
    if (dimensions.length === 0) return []
    const decoder = new RowDecoder(rows)
    return dimensions
      .flatMap((key) => rows.byKeys(rows.keysOfDimension(key, fromMs, toMs)))
      .flatMap((raw) => {
        const row = decoder.decode(raw)?.row
        const other = row === undefined || row.at < fromMs || row.at >= toMs ? null : otherSideOf(row)
        return row === undefined || other === null ? [] : [{ ...other, at: row.at }]
      })
  }
}

/** Adds money to sums by currency, in units of 10⁻¹⁸. */
export function addMoney(sums: Map<string, bigint>, added: readonly OtherSide[]): void {
  for (const { currency, money } of added) sums.set(currency, (sums.get(currency) ?? 0n) + money)
}
