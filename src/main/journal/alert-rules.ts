import { AlertRule, AlertState, type Notice } from '../../shared/model/alert.ts'
import type { Db } from '../sqlite/db.ts'
import { jsonText, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import type { AlertNotices } from './alert-notices.ts'

/** A rule with what is remembered of it. */
export interface KeptAlert {
  readonly rule: AlertRule
  readonly state: AlertState
}

/** The rules of a person, and what each of them has told. */
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
    /** Newest first. One that another version of the app wrote in a form not known here is left out, and kept. */
    list: (): KeptAlert[] =>
      select.all().flatMap((row) => {
        const rule = AlertRule.safeParse(jsonText(row, 'rule'))
        const state = AlertState.safeParse(jsonText(row, 'state'))
        return rule.success && state.success ? [{ rule: rule.data, state: state.data }] : []
      }),
    /** The instruments of rules that may still tell something at `now` (UTC ms). */
    symbols: (now: number): string[] => selectSymbols.all(now).map((row) => text(row, 'symbol')),
    /** Adds or replaces these rules and adds what they tell: all of it or nothing. */
    put(alerts: readonly KeptAlert[], told: readonly Notice[] = []): void {
      transact(db, () => {
        for (const { rule, state } of alerts)
          put.run(rule.id, rule.createdAt, JSON.stringify(rule), JSON.stringify(state))
        for (const notice of told) notices.add(notice)
      })
    },
    remove(id: string): void {
      transact(db, () => remove.run(id))
    },
  }
}
