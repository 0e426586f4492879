import type { Db } from '../sqlite/db.ts'
import { integer, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** A kind of row that could not be used: set aside and counted. Holds where and why, never the content. */
interface MalformedKind {
  readonly endpoint: string
  /** The field's path; places in lists are written `*`. */
  readonly path: string
  readonly reason: string
  /** UTC ms. */
  readonly firstAt: number
  readonly lastAt: number
  readonly count: number
}

/** Kinds kept; the ones not seen for longest go first. */
const mostKinds = 500
const longestText = 200

/** Counts what the service sent and nobody could read, for the health screen. */
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
    list: (): MalformedKind[] => select.all().map(read),
    note(endpoint: string, path: string, reason: string, at: number, count = 1): void {
      // One kind for all rows of a list, or a bad answer would make a thousand kinds.
      const place = path.replace(/\[\d+\]/g, '[*]').replace(/(^|\.)\d+(?=\.|$)/g, '$1*')
      transact(db, () => {
        note.run(endpoint, place.slice(0, longestText), reason.slice(0, longestText), at, at, count)
        trim.run(mostKinds)
      })
    },
  }
}

const read = (row: Row): MalformedKind => ({
  endpoint: text(row, 'endpoint'),
  path: text(row, 'path'),
  reason: text(row, 'reason'),
  firstAt: integer(row, 'first_at'),
  lastAt: integer(row, 'last_at'),
  count: integer(row, 'seen_count'),
})
