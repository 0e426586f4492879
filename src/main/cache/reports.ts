import { ReportInfo } from '../../shared/model/report.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, json, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

interface StoredReport {
  readonly report: ReportInfo
  /** UTC ms. */
  readonly fetchedAt: number
}

/** What the service last said of each report that was asked for. */
export function createReports(db: Db) {
  const select = db.prepare<[], Row>('SELECT data, fetched_at FROM report ORDER BY end_at DESC, id')
  const put = db.prepare<[string, string, number | null, number]>(
    `INSERT INTO report (id, data, end_at, fetched_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET data = excluded.data, end_at = excluded.end_at, fetched_at = excluded.fetched_at`,
  )
  return {
    /** Those whose range ends latest come first. */
    list: (): StoredReport[] =>
      select.all().map((row) => ({ report: json(row, 'data', ReportInfo), fetchedAt: integer(row, 'fetched_at') })),
    put(report: ReportInfo, fetchedAt: number): void {
      transact(db, () => put.run(report.id, JSON.stringify(report), report.endAt, fetchedAt))
    },
  }
}
