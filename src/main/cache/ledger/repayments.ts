import { BondEvent } from '../../../shared/model/corporate-event.ts'
import type { Db } from '../../sqlite/db.ts'
import { json, text, type Row } from '../../sqlite/row.ts'

/** The events of all bonds that repay a part of the face, by symbol. */
export function readRepayments(db: Db): ReadonlyMap<string, readonly BondEvent[]> {
  const rows = db
    .prepare<[], Row>(
      `SELECT symbol, data FROM corporate_event WHERE kind = 'bond' AND json_extract(data, '$.amortization') IS NOT NULL`,
    )
    .all()
  const groups = Map.groupBy(rows, (row) => text(row, 'symbol'))
  return new Map([...groups].map(([symbol, own]) => [symbol, own.map((row) => json(row, 'data', BondEvent))]))
}
