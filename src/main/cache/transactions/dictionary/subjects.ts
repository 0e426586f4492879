import type { Db } from '#main/sqlite/db.ts'
import { integer, text, textOrNull, type Row } from '#main/sqlite/row.ts'
import { transact } from '#main/sqlite/transact.ts'
import { createDueKinds } from '../kinds/kind-choices.ts'

/** Normalizes text for searching: ignores case and character width. SQLite folds only ASCII, but names may be Cyrillic. */
export const fold = (value: string): string => value.normalize('NFKC').toLowerCase().trim()

/** Finds the key of a value; a new value is added. Call inside a transaction. */
export type FindKey = (...values: readonly (string | number)[]) => number

/** A table of distinct values that rows refer to by a small integer. */
export function createDictionary(db: Db, table: string, columns: readonly string[]): FindKey {
  const matches = columns.map((column) => `${column} = ?`).join(' AND ')
  const places = columns.map(() => '?').join(', ')
  const select = db.prepare<unknown[], number>(`SELECT key FROM ${table} WHERE ${matches}`).pluck()
  const insert = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
  return (...values) => select.get(...values) ?? Number(insert.run(...values).lastInsertRowid)
}

/** The market code of `ticker@mic`; empty without one. */
const micOf = (symbol: string): string => (symbol.includes('@') ? symbol.slice(symbol.lastIndexOf('@') + 1) : '')

interface Subject {
  readonly key: number
  /** The type as sent; null if not known. */
  readonly instrumentType: string | null
}

export type Subjects = ReturnType<typeof createSubjects>

/** The distinct combinations of name, symbol and category, each with its searchable text. */
export function createSubjects(db: Db) {
  const columns = `
    s.key, s.name, s.symbol, c.name AS category_name, s.folded IS NOT NULL AS is_read, s.instrument_name,
    s.instrument_type,
    coalesce((SELECT nullif(json_extract(data, '$.type'), '') FROM instrument_details d WHERE d.symbol = s.symbol),
             (SELECT nullif(i.type, '') FROM instrument i WHERE i.symbol = s.symbol)) AS current_type,
    coalesce((SELECT nullif(json_extract(data, '$.name'), '') FROM instrument_details d WHERE d.symbol = s.symbol),
             (SELECT nullif(i.name, '') FROM instrument i WHERE i.symbol = s.symbol)) AS current_name
    FROM transaction_subject s JOIN transaction_category c ON c.key = s.category`
  const selectOne = db.prepare<[number], Row>(`SELECT ${columns} WHERE s.key = ?`)
  const selectOfSymbol = db.prepare<[string], Row>(`SELECT ${columns} WHERE s.symbol = ?`)
  const selectUnread = db.prepare<[], Row>(`SELECT ${columns} WHERE s.folded IS NULL`)
  const find = db.prepare<[string, string, number], Row>(
    'SELECT key, instrument_type FROM transaction_subject WHERE name = ? AND symbol = ? AND category = ?',
  )
  const insert = db.prepare<[string, string, number]>(
    'INSERT INTO transaction_subject (name, symbol, category) VALUES (?, ?, ?)',
  )
  const update = db.prepare<[string, string | null, string | null, string, number]>(
    'UPDATE transaction_subject SET mic = ?, instrument_name = ?, instrument_type = ?, folded = ? WHERE key = ?',
  )
  const dueKinds = createDueKinds(db)
  const removeText = db.prepare<[number]>('DELETE FROM transaction_text WHERE rowid = ?')
  const insertText = db.prepare<[number, string]>('INSERT INTO transaction_text (rowid, folded) VALUES (?, ?)')

  function write(row: Row): void {
    const key = integer(row, 'key')
    const symbol = text(row, 'symbol')
    const instrumentName = textOrNull(row, 'current_name')
    const isRead = integer(row, 'is_read') === 1
    const type = textOrNull(row, 'current_type')
    const isSameType = type === textOrNull(row, 'instrument_type')
    // A subject that was never read has no rows yet, or the review has not started with them.
    if (isRead && !isSameType) dueKinds.markSubject(key)
    if (isRead && isSameType && instrumentName === textOrNull(row, 'instrument_name')) return
    // One line per field: a search word never contains a line break, so it is never found across two fields.
    const folded = [text(row, 'name'), symbol, text(row, 'category_name'), instrumentName ?? ''].map(fold).join('\n')
    update.run(micOf(symbol), instrumentName, type, folded, key)
    if (isRead) removeText.run(key)
    insertText.run(key, folded)
  }

  return {
    /**
     * Returns the key of a subject, which is added if it is new, and the type of its instrument if known. Call inside a
     * transaction.
     */
    enter(name: string, symbol: string, category: number): Subject {
      const known = find.get(name, symbol, category)
      if (known !== undefined)
        return { key: integer(known, 'key'), instrumentType: textOrNull(known, 'instrument_type') }
      const key = Number(insert.run(name, symbol, category).lastInsertRowid)
      const row = selectOne.get(key)
      if (row !== undefined) write(row)
      return { key, instrumentType: row === undefined ? null : textOrNull(row, 'current_type') }
    },
    /**
     * Call inside a transaction when an instrument is added or changed. Its transactions are then found by its new
     * name. If its type has changed, their kinds are found again.
     */
    renameInstrument(symbol: string): void {
      for (const row of selectOfSymbol.all(symbol)) write(row)
    },
    /** Builds the text of subjects that an older version stored without it. */
    readUnread(): void {
      const unread = selectUnread.all()
      if (unread.length > 0) transact(db, () => unread.forEach(write))
    },
  }
}
