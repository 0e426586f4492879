import type { Db } from '../../../sqlite/db.ts'

/** Finds the key of a value, entering it when it is new. Call inside a transaction. */
export type FindKey = (...values: readonly (string | number)[]) => number

/** A table of distinct values that rows refer to by a small integer. */
export function createDictionary(db: Db, table: string, columns: readonly string[]): FindKey {
  const matches = columns.map((column) => `${column} = ?`).join(' AND ')
  const places = columns.map(() => '?').join(', ')
  const select = db.prepare<unknown[], number>(`SELECT key FROM ${table} WHERE ${matches}`).pluck()
  const insert = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
  return (...values) => select.get(...values) ?? Number(insert.run(...values).lastInsertRowid)
}
