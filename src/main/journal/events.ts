import { keepText, keptText } from '#shared/text/kept-text.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** A notable event of the monitor itself. */
interface JournalEvent {
  /** UTC ms. */
  readonly at: number
  readonly kind: string
  readonly message: string
}

/** Older events are deleted: they are shown on the health screen and are no record of user actions. */
const maxEvents = 5_000

/** Notable events, such as a restored file or a rebuilt cache. Messages contain neither secrets nor amounts. */
export function createJournalEvents(db: Db) {
  const insert = db.prepare<[number, string, string]>('INSERT INTO journal_event (at, kind, message) VALUES (?, ?, ?)')
  const trim = db.prepare<[number]>('DELETE FROM journal_event WHERE key <= (SELECT max(key) FROM journal_event) - ?')
  const select = db.prepare<[number], Row>('SELECT at, kind, message FROM journal_event ORDER BY key DESC LIMIT ?')
  return {
    /** `message` is stored in each language. */
    add(at: number, kind: string, message: () => string): void {
      transact(db, () => {
        insert.run(at, kind, keepText(message))
        trim.run(maxEvents)
      })
    },
    /** Newest first. */
    latest: (limit: number): JournalEvent[] => select.all(Math.max(1, Math.trunc(limit))).map(read),
  }
}

const read = (row: Row): JournalEvent => ({
  at: integer(row, 'at'),
  kind: text(row, 'kind'),
  message: keptText(text(row, 'message')),
})
