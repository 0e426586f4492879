import { AlertRule, AlertState, Notice, type StoredNotice } from '#shared/model/alert.ts'
import type { Db } from '../sqlite/db.ts'
import { jsonText, text, type Row, integer, integerOrNull } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** A rule and its state. */
interface StoredAlert {
  readonly rule: AlertRule
  readonly state: AlertState
}

/** The user's alert rules with their states. */
export function createAlertRules(db: Db, notices: Pick<AlertNotices, 'add'>) {
  const select = db.prepare<[], Row>('SELECT rule, state FROM alert_rule ORDER BY created_at DESC, id')
  const put = db.prepare<[string, number, string, string]>(
    `INSERT INTO alert_rule (id, created_at, rule, state) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET rule = excluded.rule, state = excluded.state`,
  )
  const selectSymbols = db.prepare<[number], Row>(
    `SELECT DISTINCT rule ->> '$.condition.symbol' AS symbol
     FROM (SELECT iif(json_valid(rule), rule, '{}') AS rule, iif(json_valid(state), state, '{}') AS state FROM alert_rule)
     WHERE symbol IS NOT NULL AND rule ->> '$.isEnabled' AND state ->> '$.phase' <> 'done'
       AND coalesce(rule ->> '$.expiresAt' > ?, 1)
     ORDER BY symbol`,
  )
  const remove = db.prepare<[string]>('DELETE FROM alert_rule WHERE id = ?')
  return {
    /** Newest first. A rule in an unknown format (of another app version) is skipped but stays stored. */
    list: (): StoredAlert[] =>
      select.all().flatMap((row) => {
        const rule = AlertRule.safeParse(jsonText(row, 'rule'))
        const state = AlertState.safeParse(jsonText(row, 'state'))
        return rule.success && state.success ? [{ rule: rule.data, state: state.data }] : []
      }),
    /** The instruments of rules that can still fire at `now` (UTC ms). */
    symbols: (now: number): string[] => selectSymbols.all(now).map((row) => text(row, 'symbol')),
    /** Adds or replaces rules and adds their notices, in one transaction. */
    put(alerts: readonly StoredAlert[], fired: readonly Notice[] = []): void {
      transact(db, () => {
        for (const { rule, state } of alerts)
          put.run(rule.id, rule.createdAt, JSON.stringify(rule), JSON.stringify(state))
        for (const notice of fired) notices.add(notice)
      })
    },
    remove(id: string): void {
      transact(db, () => remove.run(id))
    },
  }
}

type AlertNotices = ReturnType<typeof createAlertNotices>

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
    list: (limit: number): StoredNotice[] =>
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
