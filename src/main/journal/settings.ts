import type { z } from 'zod'
import { parseBoundedJson } from '#shared/bounded-json.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Db } from '../sqlite/db.ts'
import { text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** The user's settings by key, as JSON. They never contain a secret. */
export function createSettings(db: Db) {
  const selectAll = db.prepare<[], Row>('SELECT key, value FROM setting')
  const selectOne = db.prepare<[string], Row>('SELECT value FROM setting WHERE key = ?')
  const put = db.prepare<[string, string]>(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const remove = db.prepare<[string]>('DELETE FROM setting WHERE key = ?')

  const write = (key: string, value: unknown): void => {
    if (value === undefined) remove.run(key)
    else put.run(key, JSON.stringify(value))
  }

  return {
    /** All stored values, unchecked. */
    all: (): Readonly<Record<string, unknown>> =>
      Object.fromEntries(selectAll.all().map((row) => [text(row, 'key'), parseOrUndefined(text(row, 'value'))])),
    /** Writes all entries in one transaction; `undefined` removes a key. */
    setAll(changes: Readonly<Record<string, unknown>>): void {
      transact(db, () => {
        for (const [key, value] of Object.entries(changes)) write(key, value)
      })
    },
    /** Null when the key was never set or its value does not match the schema; such a value stays until it is replaced. */
    get<T>(key: string, schema: z.ZodType<T>): T | null {
      const row = selectOne.get(key)
      const parsed = schema.safeParse(row === undefined ? undefined : parseOrUndefined(text(row, 'value')))
      return row !== undefined && parsed.success ? parsed.data : null
    },
    /** Throws AppError `invalid` for a value that does not match the schema; then nothing changes. */
    set<T>(key: string, schema: z.ZodType<T>, value: T): void {
      const parsed = schema.safeParse(value)
      if (!parsed.success) throw new AppError('invalid', m.journal_the_setting_cannot_have_this_value({ key }))
      transact(db, () => write(key, parsed.data))
    },
  }
}

function parseOrUndefined(json: string): unknown {
  try {
    return parseBoundedJson(json)
  } catch {
    return undefined // counts as not set: no setting's schema accepts it
  }
}
