import { Notice, type NoticeRow } from '../../shared/model/alert.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, integerOrNull, jsonText, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

export type AlertNotices = ReturnType<typeof createAlertNotices>

/** Older ones go. */
const mostNotices = 2_000

/** What a person was told, with the values that made it so. */
export function createAlertNotices(db: Db) {
  const insert = db.prepare<[string, number, string]>('INSERT INTO alert_notice (id, at, data) VALUES (?, ?, ?)')
  const trim = db.prepare<[number]>('DELETE FROM alert_notice WHERE key <= (SELECT max(key) FROM alert_notice) - ?')
  const select = db.prepare<[number], Row>('SELECT data, read_at FROM alert_notice ORDER BY key DESC LIMIT ?')
  const countUnread = db.prepare<[], Row>('SELECT count(*) AS unread FROM alert_notice WHERE read_at IS NULL')
  const markOne = db.prepare<[number, string]>('UPDATE alert_notice SET read_at = ? WHERE id = ? AND read_at IS NULL')
  const markAll = db.prepare<[number]>('UPDATE alert_notice SET read_at = ? WHERE read_at IS NULL')
  return {
    add(notice: Notice): void {
      transact(db, () => {
        insert.run(notice.id, notice.at, JSON.stringify(notice))
        trim.run(mostNotices)
      })
    },
    /** Newest first. One in a form not known here is left out, and kept. */
    list: (limit: number): NoticeRow[] =>
      select.all(Math.max(1, Math.trunc(limit))).flatMap((row) => {
        const notice = Notice.safeParse(jsonText(row, 'data'))
        return notice.success ? [{ ...notice.data, readAt: integerOrNull(row, 'read_at') }] : []
      }),
    unread: (): number => integer(countUnread.get() ?? {}, 'unread'),
    /** Marks one as read at `at` (UTC ms), or all with `null`; how many that were. */
    markRead: (id: string | null, at: number): number =>
      transact(db, () => (id === null ? markAll.run(at) : markOne.run(at, id)).changes),
  }
}
