import { Report, ReportSchedule } from '#shared/model/report.ts'
import { StoredInstant } from '#shared/model/values.ts'
import type { Db } from '../sqlite/db.ts'
import { text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

export type ReportLibrary = ReturnType<typeof createReportLibrary>

/** The reports requested on this computer and the paths of their files. */
export function createReportLibrary(db: Db) {
  const select = db.prepare<[], Row>(
    `SELECT data FROM report ORDER BY requested_at DESC, iif(json_valid(data), data ->> 'beginOn', NULL) DESC, id`,
  )
  const selectOne = db.prepare<[string], Row>('SELECT data FROM report WHERE id = ?')
  const put = db.prepare<[string, number, string]>(
    `INSERT INTO report (id, requested_at, data) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET requested_at = excluded.requested_at, data = excluded.data`,
  )
  const remove = db.prepare<[string]>('DELETE FROM report WHERE id = ?')
  return {
    /** Newest request first. A report in an unknown format (of another app version) is skipped but stays stored. */
    list: (): Report[] => select.all().flatMap(read),
    get(id: string): Report | null {
      const row = selectOne.get(id)
      return row === undefined ? null : (read(row)[0] ?? null)
    },
    /** Adds or replaces reports in one transaction. */
    put(reports: readonly Report[]): void {
      transact(db, () => {
        for (const report of reports) put.run(report.id, report.requestedAt, JSON.stringify(report))
      })
    },
    remove(id: string): void {
      transact(db, () => remove.run(id))
    },
    /** Runs all writes of `run` in one transaction. */
    together: <T>(run: () => T): T => transact(db, run),
  }
}

const StoredReport = Report.extend({ nextPollAt: StoredInstant.nullable() })

function read(row: Row): Report[] {
  try {
    const report = StoredReport.safeParse(JSON.parse(text(row, 'data')))
    return report.success ? [report.data] : []
  } catch {
    return [] // not JSON: skipped
  }
}

export type ReportSchedules = ReturnType<typeof createReportSchedules>

/** The accounts for which a report of each past month is requested. */
export function createReportSchedules(db: Db) {
  const select = db.prepare<[], Row>(
    'SELECT account_id AS accountId, form, requested_through AS requestedThrough FROM report_schedule ORDER BY account_id',
  )
  const put = db.prepare<[string, string, string]>(
    `INSERT INTO report_schedule (account_id, form, requested_through) VALUES (?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET form = excluded.form, requested_through = excluded.requested_through`,
  )
  const remove = db.prepare<[string]>('DELETE FROM report_schedule WHERE account_id = ?')
  return {
    /** Sorted by account. A schedule in an unknown format is skipped but stays stored. */
    list: (): ReportSchedule[] =>
      select.all().flatMap((row) => {
        const schedule = ReportSchedule.safeParse(row)
        return schedule.success ? [schedule.data] : []
      }),
    put({ accountId, form, requestedThrough }: ReportSchedule): void {
      transact(db, () => put.run(accountId, form, requestedThrough))
    },
    remove(accountId: string): void {
      transact(db, () => remove.run(accountId))
    },
  }
}
