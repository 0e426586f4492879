import type { Db } from '../../sqlite/db.ts'
import { integer, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** A fault that makes rows unreadable: field, reason and number of rows, but never their content. */
interface MalformedRow {
  readonly endpoint: string
  /** The path of the field. List indexes are replaced by `*`. */
  readonly path: string
  readonly reason: string
  /** UTC ms. */
  readonly firstAt: number
  readonly lastAt: number
  readonly count: number
}

/** The maximum number of stored faults. Those seen longest ago are deleted first. */
const maxFaults = 500
const maxTextLength = 200

/** Counts the rows of responses that could not be read, for the health screen. */
export function createMalformedRows(db: Db) {
  const select = db.prepare<[], Row>('SELECT * FROM malformed ORDER BY last_at DESC, endpoint, path, reason')
  const note = db.prepare(
    `INSERT INTO malformed (endpoint, path, reason, first_at, last_at, seen_count) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (endpoint, path, reason) DO UPDATE SET
       last_at = max(last_at, excluded.last_at), seen_count = seen_count + excluded.seen_count`,
  )
  const trim = db.prepare<[number]>(
    `DELETE FROM malformed WHERE (endpoint, path, reason) IN
       (SELECT endpoint, path, reason FROM malformed ORDER BY last_at DESC LIMIT -1 OFFSET ?)`,
  )
  return {
    /** Most recently seen first. */
    list: (): MalformedRow[] => select.all().map(read),
    note(endpoint: string, path: string, reason: string, at: number, count = 1): void {
      // All rows of a list share one fault: otherwise a bad response would add a thousand faults.
      const generalPath = path.replace(/\[\d+\]/g, '[*]').replace(/(^|\.)\d+(?=\.|$)/g, '$1*')
      transact(db, () => {
        note.run(endpoint, generalPath.slice(0, maxTextLength), reason.slice(0, maxTextLength), at, at, count)
        trim.run(maxFaults)
      })
    },
  }
}

const read = (row: Row): MalformedRow => ({
  endpoint: text(row, 'endpoint'),
  path: text(row, 'path'),
  reason: text(row, 'reason'),
  firstAt: integer(row, 'first_at'),
  lastAt: integer(row, 'last_at'),
  count: integer(row, 'seen_count'),
})

interface ParsedResponse {
  readonly malformed: readonly { readonly path: string; readonly reason: string }[]
}

interface MalformedNotes {
  readonly cache: { readonly malformed: Pick<ReturnType<typeof createMalformedRows>, 'note'> }
  readonly clock: { now(): number }
}

/** Counts the rows of a response that could not be read, by path and reason. Their content is not kept. */
export function noteMalformed({ cache, clock }: MalformedNotes, endpoint: string, response: ParsedResponse): void {
  const groups = new Map<string, { readonly path: string; readonly reason: string; count: number }>()
  for (const row of response.malformed) {
    const path = row.path.replace(/\d+/g, '*')
    const group = groups.get(`${path} ${row.reason}`) ?? { path, reason: row.reason, count: 0 }
    group.count++
    groups.set(`${path} ${row.reason}`, group)
  }
  for (const { path, reason, count } of groups.values())
    cache.malformed.note(endpoint, path, reason, clock.now(), count)
}
