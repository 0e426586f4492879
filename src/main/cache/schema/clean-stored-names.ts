import { cleanText } from '#shared/clean-text.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, text, type Row } from '../../sqlite/row.ts'

/** The tables of names, each with an integer `key`. */
const names = [
  ['transaction_category', 'name'],
  ['transaction_subject', 'name'],
  ['transaction_subject', 'instrument_name'],
  ['instrument', 'name'],
] as const

/**
 * Earlier versions stored names with hidden characters. A name that `cleanText` changes is stored again without them: otherwise
 * the same row of the service would have another name. One that would equal another name stays.
 */
export function cleanStoredNames(db: Db): void {
  for (const [table, column] of names) {
    const update = db.prepare<[string, number]>(`UPDATE OR IGNORE ${table} SET ${column} = ? WHERE key = ?`)
    const rows = db.prepare<[], Row>(`SELECT key, ${column} AS name FROM ${table} WHERE ${column} IS NOT NULL`).all()
    for (const row of rows) {
      const [stored, clean] = [text(row, 'name'), cleanText(text(row, 'name'))]
      if (clean !== stored) update.run(clean, integer(row, 'key'))
    }
  }
}
