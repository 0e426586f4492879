import type { Db } from '../sqlite/db.ts'

/** Finds the key of a value, entering it when it is new. */
export type KeyOf = (...values: readonly (string | number)[]) => number

/**
 * A table of distinct values that rows refer to by a small integer.
 * The returned function begins one batch: what it remembers lives no longer than the transaction around it,
 * because a rollback takes new entries back and SQLite gives their keys to others.
 */
export function createDictionary(db: Db, table: string, columns: readonly string[]): () => KeyOf {
  const matches = columns.map((column) => `${column} = ?`).join(' AND ')
  const places = columns.map(() => '?').join(', ')
  const select = db.prepare<unknown[], number>(`SELECT key FROM ${table} WHERE ${matches}`).pluck()
  const insert = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
  return () => {
    const known = new Map<string, number>()
    return (...values) => {
      const name = values.length === 1 ? String(values[0]) : JSON.stringify(values)
      const key = known.get(name) ?? select.get(...values) ?? Number(insert.run(...values).lastInsertRowid)
      known.set(name, key)
      return key
    }
  }
}
