import { ReportSchedule } from '../../shared/model/report.ts'
import type { Db } from '../sqlite/db.ts'
import type { Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

export type ReportSchedules = ReturnType<typeof createReportSchedules>

/** The accounts for which a report of each past month is requested. */
export function createReportSchedules(db: Db) {
  const select = db.prepare<[], Row>(
    'SELECT account_id AS accountId, form, asked_through AS askedThrough FROM report_schedule ORDER BY account_id',
  )
  const put = db.prepare<[string, string, string]>(
    `INSERT INTO report_schedule (account_id, form, asked_through) VALUES (?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET form = excluded.form, asked_through = excluded.asked_through`,
  )
  const remove = db.prepare<[string]>('DELETE FROM report_schedule WHERE account_id = ?')
  return {
    /** Sorted by account. A schedule in an unknown format is skipped but stays stored. */
    list: (): ReportSchedule[] =>
      select.all().flatMap((row) => {
        const schedule = ReportSchedule.safeParse(row)
        return schedule.success ? [schedule.data] : []
      }),
    put({ accountId, form, askedThrough }: ReportSchedule): void {
      transact(db, () => put.run(accountId, form, askedThrough))
    },
    remove(accountId: string): void {
      transact(db, () => remove.run(accountId))
    },
  }
}
