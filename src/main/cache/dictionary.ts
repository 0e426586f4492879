import type { Db } from '../sqlite/db.ts'

type Value = string | number

/** Keys of distinct values, with a memory of those asked for lately. */
export interface Dictionary {
  /** Finds the key of a value, entering it when it is new. Must run inside a transaction. */
  keyOf(...values: readonly Value[]): number
  /** After a rollback: it takes new entries back, and SQLite gives their keys to others. */
  forget(): void
}

/** Entries remembered; then the memory begins anew. */
const mostRemembered = 50_000

/** A dictionary whose entries `find` finds or enters. */
export function rememberKeys(find: (...values: readonly Value[]) => number): Dictionary {
  const known = new Map<string, number>()
  return {
    keyOf(...values) {
      const name = values.map(nameOf).join(' ')
      const remembered = known.get(name)
      if (remembered !== undefined) return remembered
      const key = find(...values)
      if (known.size >= mostRemembered) known.clear()
      known.set(name, key)
      return key
    },
    forget: () => known.clear(),
  }
}

// With its length no text can be taken for two.
const nameOf = (value: Value): Value => (typeof value === 'string' ? `${value.length} ${value}` : value)

/** A table of distinct values that rows refer to by a small integer. */
export function createDictionary(db: Db, table: string, columns: readonly string[]): Dictionary {
  const matches = columns.map((column) => `${column} = ?`).join(' AND ')
  const places = columns.map(() => '?').join(', ')
  const select = db.prepare<unknown[], number>(`SELECT key FROM ${table} WHERE ${matches}`).pluck()
  const insert = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
  return rememberKeys((...values) => select.get(...values) ?? Number(insert.run(...values).lastInsertRowid))
}
