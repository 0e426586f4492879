import { LedgerRows } from '../../../cache/ledger/rows.ts'
import type { LedgerDimension } from '../../../cache/ledger/row-statements.ts'
import type { LedgerRow } from '../../../insight/ledger/row.ts'
import type { Db } from '../../../sqlite/db.ts'
import { ReplayOrder } from '../../replay/in-order.ts'
import { RowDecoder } from '../../replay/row-decoder.ts'

const rowsInPart = 1_000

/** Reads the rows of a holding in the order of the replay. */
export function createHoldingRows(db: Db, dimensions: readonly LedgerDimension[]) {
  const rows = new LedgerRows(db)
  const decoder = new RowDecoder(rows, dimensions)
  return (account: number, symbol: string): LedgerRow[] => {
    const found: LedgerRow[] = []
    const order = new ReplayOrder(rows.overflowMs(), ({ row }) => found.push(row))
    const keys = rows.keysOf(account, symbol, Number.MIN_SAFE_INTEGER)
    for (let first = 0; first < keys.length; first += rowsInPart) {
      for (const raw of rows.byKeys(keys.slice(first, first + rowsInPart))) {
        const placed = decoder.decode(raw)
        if (placed !== null) order.push(placed)
      }
    }
    order.flush()
    return found
  }
}
