import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { AppError } from '../../shared/errors.ts'
import type { AskedForm, Report, ReportRow, ReportSchedule } from '../../shared/model/report.ts'
import { monthBefore, splitRange } from './dates.ts'
import { findMovedFile } from './find-moved-file.ts'
import type { ReportContext } from './context.ts'
import { createReportJob } from './job.ts'
import { explainWriteFailure } from '../disk/explain-write-failure.ts'
import { removeParts } from './receive-file.ts'
import { Transfers } from './transfers.ts'

export type Reports = ReturnType<typeof createReports>
type Asked = Pick<Report, 'accountId' | 'form' | 'beginOn' | 'endOn' | 'scheduledFor'>

const lost = 'Tidemark ended while it asked for this report: whether the service makes it is unknown. Try again.'

/** Reports from the asking to the file on the disk, and the library of them. All of it is in the journal before it is done. */
export function createReports(context: ReportContext) {
  const { library, schedules, clock, folder, publish, wakeJob } = context
  const transfers = new Transfers(context)
  removeParts(folder)
  library.put(library.list().flatMap(takeUp))

  const find = (id: string): Report => {
    const report = library.get(id)
    if (report === null) throw new AppError('not-found', 'This report is no longer in the library.')
    return report
  }
  const put = (...reports: readonly Report[]): void => {
    library.put(reports)
    publish('reports.changed')
  }
  const newReport = (asked: Asked, at: number): Report => ({ id: randomUUID(), ...asked, ...unasked(at) })
  const asRow = ({ serviceId: _service, allowedOrigin: _allowed, ...report }: Report): ReportRow => ({
    ...report,
    progress: transfers.progress(report.id),
    isMissing: report.file !== null && !existsSync(report.file.path),
  })

  return {
    list: (): ReportRow[] => library.list().map(asRow),
    /** Where the file lies; throws `not-found` while there is none. */
    filePath(id: string): string {
      const { file } = find(id)
      if (file === null) throw new AppError('not-found', 'This report has no file yet.')
      if (!existsSync(file.path))
        throw new AppError('not-found', `The file is no longer at ${file.path}. Find it again.`)
      return file.path
    },
    /** Notes the request, in parts where the range is longer than the service takes; the job sends it. */
    request(asked: Omit<Asked, 'scheduledFor'>, inParts: boolean): ReportRow[] {
      const now = clock.now()
      const parts = splitRange(asked, now)
      if (parts.length > 1 && !inParts)
        throw new AppError('invalid', `A report covers 92 days at most. This range takes ${parts.length} reports.`)
      const reports = parts.map((part) => newReport({ ...asked, ...part, scheduledFor: null }, now))
      put(...reports)
      wakeJob()
      return reports.map(asRow)
    },
    tryAgain(id: string): void {
      const report = find(id)
      if (report.phase !== 'failed' && report.phase !== 'cancelled')
        throw new AppError('invalid', 'This report is under way, or here already.')
      put({ ...report, ...unasked(clock.now()) })
      wakeJob()
    },
    cancel(id: string): void {
      const report = find(id)
      if (['here', 'failed', 'cancelled'].includes(report.phase)) return
      put({ ...report, phase: 'cancelled', nextLookAt: null, reason: null })
      transfers.cancel(id)
    },
    allowElsewhere(id: string, origin: string): void {
      const report = find(id)
      if (report.phase !== 'elsewhere' || report.elsewhere !== origin)
        throw new AppError('invalid', 'This is not the address that the report waits for.')
      put({ ...report, phase: 'making', allowedOrigin: origin, nextLookAt: clock.now() })
      wakeJob()
    },
    /** The file first: where it cannot be removed, the library still knows it. */
    remove(id: string): void {
      const { file } = find(id)
      transfers.cancel(id)
      try {
        if (file !== null) rmSync(file.path, { force: true })
      } catch (error) {
        throw explainWriteFailure(error, folder)
      }
      library.remove(id)
      publish('reports.changed')
    },
    async findFile(id: string): Promise<ReportRow> {
      const report = find(id)
      if (report.file === null) throw new AppError('not-found', 'This report has no file yet.')
      const path = await findMovedFile(report.file, folder)
      if (path === null) throw new AppError('not-found', `No file with this report's content lies in ${folder}.`)
      const found = { ...report, file: { ...report.file, path } }
      put(found)
      return asRow(found)
    },
    schedules: (): ReportSchedule[] => schedules.list(),
    /** From the present month on: what lies behind is asked for by hand. `null` ends it. */
    schedule(accountId: string, form: AskedForm | null): ReportSchedule[] {
      const known = schedules.list().find((schedule) => schedule.accountId === accountId)
      if (form === null) schedules.remove(accountId)
      else schedules.put({ accountId, form, askedThrough: known?.askedThrough ?? monthBefore(clock.now()) })
      publish('reports.changed')
      wakeJob()
      return schedules.list()
    },
    job: createReportJob({ ...context, transfers, newReport }),
    /** Ends what is on its way; it is taken up again at the next start. */
    close: (): Promise<void> => transfers.close(),
  }
}

const unasked = (askedAt: number) =>
  ({
    phase: 'queued',
    askedAt,
    serviceId: null,
    status: null,
    statusSince: null,
    looks: 0,
    nextLookAt: null,
    breaks: 0,
    reason: null,
    elsewhere: null,
    allowedOrigin: null,
    file: null,
  }) as const

/** What an end of the app in the middle left: a request of unknown outcome, and a transfer to begin again. */
function takeUp(report: Report): Report[] {
  if (report.phase === 'sending') return [{ ...report, phase: 'failed', reason: lost }]
  if (report.phase === 'receiving') return [{ ...report, phase: 'making', nextLookAt: report.askedAt }]
  return []
}
