import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { RequestableForm, Report, ReportRow, ReportSchedule } from '#shared/model/report.ts'
import { keepText, keptText } from '#shared/text/kept-text.ts'
import { removeFlushed } from '../disk/flush.ts'
import { explainWriteFailure } from '../disk/new-file.ts'
import { type ReportContext, mayRun } from './context.ts'
import { maxReportDays, monthBefore, splitRange } from './dates.ts'
import { Downloads } from './downloads.ts'
import { findMovedFile, removePartialFiles } from './report-files.ts'
import { ReportJob } from './report-job.ts'

type ReportRequest = Pick<Report, 'accountId' | 'form' | 'beginOn' | 'endOn' | 'scheduledFor'>

const interrupted = (): string => m.errors_report_request_interrupted()

/**
 * Reports from the request to the file on disk, and the library of them. Every step is in the journal before it is taken.
 * Methods throw AppError `not-found` for a report that was removed.
 */
export class Reports {
  readonly job: ReportJob
  readonly #context: ReportContext
  readonly #downloads: Downloads
  /** Reports that the last exit interrupted, corrected but not yet stored. */
  #recovered: readonly Report[]

  constructor(context: ReportContext) {
    this.#context = context
    this.#downloads = new Downloads(context)
    this.job = new ReportJob(context, this.#downloads, { newReport, prepare: () => this.#storeRecovered() })
    removePartialFiles(context.folder)
    this.#recovered = context.library.list().flatMap(recover)
    try {
      this.#storeRecovered()
    } catch (error) {
      context.logFault('the interrupted reports', error) // A full disk: the job does it as soon as it can.
    }
  }

  list(): ReportRow[] {
    return this.#context.library.list().map((report) => this.#toRow(report))
  }

  /** The path of the file; throws `not-found` while there is none. */
  filePath(id: string): string {
    const { file } = this.#get(id)
    if (file === null) throw new AppError('not-found', m.errors_this_report_has_no_file_yet)
    if (!existsSync(file.path))
      throw new AppError('not-found', () => m.errors_the_file_is_no_longer_at_path({ path: file.path }))
    return file.path
  }

  /** Queues the request, split where the range is longer than the service allows; the job sends it. */
  request(request: Omit<ReportRequest, 'scheduledFor'>, inParts: boolean): ReportRow[] {
    const { clock, wakeJob } = this.#context
    const now = clock.now()
    const parts = splitRange(request, now)
    if (parts.length > 1 && !inParts)
      throw new AppError('invalid', () =>
        m.errors_a_report_covers_max_report_days_days({ maxReportDays, count: parts.length }),
      )
    const reports = parts.map((part) => newReport({ ...request, ...part, scheduledFor: null }, now))
    this.#put(...reports)
    wakeJob()
    return reports.map((report) => this.#toRow(report))
  }

  tryAgain(id: string): void {
    const report = this.#get(id)
    if (report.phase !== 'failed' && report.phase !== 'cancelled')
      throw new AppError('invalid', m.errors_this_report_is_in_progress_or_already)
    this.#put({ ...report, ...queued(this.#context.clock.now()) })
    this.#context.wakeJob()
  }

  cancel(id: string): void {
    const report = this.#get(id)
    if (['here', 'failed', 'cancelled'].includes(report.phase)) return
    this.#put({ ...report, phase: 'cancelled', nextPollAt: null, reason: null })
    this.#downloads.cancel(id)
  }

  /** Allows the download from an origin other than the service's, which the user has confirmed. */
  allowElsewhere(id: string, origin: string): void {
    const report = this.#get(id)
    if (report.phase !== 'elsewhere' || report.elsewhere !== origin)
      throw new AppError('invalid', m.errors_report_other_address)
    const { clock, wakeJob } = this.#context
    this.#put({ ...report, phase: 'making', allowedOrigin: origin, nextPollAt: clock.now() })
    wakeJob()
  }

  /** Removes the file first: if that fails, the report stays in the library. */
  remove(id: string): void {
    const { library, folder, publish } = this.#context
    const { file } = this.#get(id)
    this.#downloads.cancel(id)
    try {
      if (file !== null) removeFlushed([file.path])
    } catch (error) {
      throw explainWriteFailure(error, folder)
    }
    library.remove(id)
    publish('reports.changed')
  }

  /** Searches the report folder for a file that was moved or renamed. */
  async findFile(id: string): Promise<ReportRow> {
    const { folder } = this.#context
    const report = this.#get(id)
    if (report.file === null) throw new AppError('not-found', m.errors_this_report_has_no_file_yet)
    const path = await findMovedFile(report.file, folder)
    if (path === null) throw new AppError('not-found', () => m.errors_no_file_in_folder_has_the_content({ folder }))
    const found = { ...report, file: { ...report.file, path } }
    this.#put(found)
    return this.#toRow(found)
  }

  schedules(): ReportSchedule[] {
    return this.#context.schedules.list()
  }

  /** Requests each month from the current one on; earlier months are requested by hand. `null` ends the schedule. */
  schedule(accountId: string, form: RequestableForm | null): ReportSchedule[] {
    const { schedules, clock, publish, wakeJob } = this.#context
    const existing = schedules.list().find((schedule) => schedule.accountId === accountId)
    if (form === null) schedules.remove(accountId)
    else schedules.put({ accountId, form, requestedThrough: existing?.requestedThrough ?? monthBefore(clock.now()) })
    publish('reports.changed')
    wakeJob()
    return schedules.list()
  }

  /** Stops running downloads; the next start continues them. */
  close(): Promise<void> {
    return this.#downloads.close()
  }

  #get(id: string): Report {
    const report = this.#context.library.get(id)
    if (report === null) throw new AppError('not-found', m.errors_report_gone)
    return report
  }

  #storeRecovered(): void {
    // Unless the user cancelled or removed one in the meantime.
    const phaseOf = (id: string): string | undefined => this.#context.library.get(id)?.phase
    const open = this.#recovered.filter(({ id }) => ['sending', 'receiving'].includes(phaseOf(id) ?? ''))
    if (open.length > 0) this.#put(...open)
    this.#recovered = []
  }

  #put(...reports: readonly Report[]): void {
    this.#context.library.put(reports)
    this.#context.publish('reports.changed')
  }

  #toRow({ serviceId: _service, allowedOrigin: _allowed, ...report }: Report): ReportRow {
    return {
      ...report,
      reason: report.reason === null ? null : keptText(report.reason),
      progress: this.#downloads.progress(report.id),
      isMissing: report.file !== null && !existsSync(report.file.path),
      mayRun: report.file !== null && mayRun(report.file.path),
    }
  }
}

const newReport = (request: ReportRequest, at: number): Report => ({ id: randomUUID(), ...request, ...queued(at) })

const queued = (requestedAt: number) =>
  ({
    phase: 'queued',
    requestedAt,
    serviceId: null,
    status: null,
    statusSince: null,
    polls: 0,
    nextPollAt: null,
    breaks: 0,
    reason: null,
    elsewhere: null,
    allowedOrigin: null,
    file: null,
  }) as const

/** Corrects what an exit of the app interrupted: a request with an unknown result fails, a download starts again. */
function recover(report: Report): Report[] {
  if (report.phase === 'sending') return [{ ...report, phase: 'failed', reason: keepText(interrupted) }]
  if (report.phase === 'receiving') return [{ ...report, phase: 'making', nextPollAt: report.requestedAt }]
  return []
}
