import { Notice, type NoticeRow } from '../../shared/model/alert.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, integerOrNull, jsonText, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

export type AlertNotices = ReturnType<typeof createAlertNotices>

/** Older notices are deleted. */
const maxNotices = 2_000

/** The alert history: each notice with the values that triggered it. */
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
        trim.run(maxNotices)
      })
    },
    /** Newest first. A notice in an unknown format (of another app version) is skipped but stays stored. */
    list: (limit: number): NoticeRow[] =>
      select.all(Math.max(1, Math.trunc(limit))).flatMap((row) => {
        const notice = Notice.safeParse(jsonText(row, 'data'))
        return notice.success ? [{ ...notice.data, readAt: integerOrNull(row, 'read_at') }] : []
      }),
    unread: (): number => integer(countUnread.get() ?? {}, 'unread'),
    /** Marks a notice, or all with `null`, as read at `at` (UTC ms); returns how many were unread. */
    markRead: (id: string | null, at: number): number =>
      transact(db, () => (id === null ? markAll.run(at) : markOne.run(at, id)).changes),
  }
}
