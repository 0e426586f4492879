import { hourMs } from '#shared/durations.ts'
import { AppError, isOfConnection, type ErrorCode } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Report } from '#shared/model/report.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { keepText } from '#shared/text/kept-text.ts'
import { purposeOf, type Job, type JobRun } from '../sync/scheduler/job.ts'
import type { ReportContext } from './context.ts'
import { daysOfMonth, instantsOf, monthBefore, monthsAfter } from './dates.ts'
import type { Downloads } from './downloads.ts'
import { giveUp, isPollDue, planPoll } from './report-polling.ts'

type NewReport = (
  request: Pick<Report, 'accountId' | 'form' | 'beginOn' | 'endOn' | 'scheduledFor'>,
  at: number,
) => Report

interface ReportJobOptions {
  readonly newReport: NewReport
  /** Called before each run. */
  readonly prepare: () => void
}

/** A month is requested after the first day of the next month: its last transactions are booked by then. */
const settledAfterMs = 24 * hourMs
const checkSchedulesEveryMs = 6 * hourMs
/** A schedule requests at most the last twelve months at once. */
const maxMonths = 12
/** Temporary failures of the connection or the budget: the scheduler runs the job again and the report waits. */
const isTemporary = (code: ErrorCode): boolean =>
  isOfConnection(code) || code === 'rate-limited' || code === 'unavailable' || code === 'cancelled'
/** Failures before the request: the connection is not lost, it was never made. */
const isUnsent = (code: ErrorCode): boolean => isOfConnection(code) && code !== 'offline'

/** The job that requests queued reports, polls those in progress, and starts the download of finished ones. */
export class ReportJob implements Job {
  readonly name = 'reports'
  readonly title = m.errors_requested_reports
  readonly #context: ReportContext
  readonly #downloads: Downloads
  readonly #newReport: NewReport
  readonly #prepare: () => void

  constructor(context: ReportContext, downloads: Downloads, { newReport, prepare }: ReportJobOptions) {
    this.#context = context
    this.#downloads = downloads
    this.#newReport = newReport
    this.#prepare = prepare
  }

  /** Works through all reports, oldest first. Rejects with the first failure, after trying the other reports. */
  readonly run = async (run: JobRun): Promise<void> => {
    this.#prepare()
    this.#addScheduled()
    const { library, clock } = this.#context
    const failures: unknown[] = []
    for (const report of library.list().toReversed()) {
      const { phase, serviceId, nextPollAt } = report
      try {
        if (phase === 'queued') await this.#request(report, run)
        else if (phase === 'making' && serviceId !== null && isPollDue(nextPollAt, clock.now()))
          await this.#poll(report, serviceId, run)
      } catch (error) {
        // One failed report must not block the others, but a lost connection fails for all of them.
        failures.push(error)
        if (run.signal.aborted || (error instanceof AppError && isTemporary(error.code))) break
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  /** Milliseconds until a report or a schedule is due; `null` when there is none. */
  readonly nextDelayMs = (): number | null => {
    const { library, schedules, clock } = this.#context
    const now = clock.now()
    const dueTimes = library.list().flatMap(({ phase, nextPollAt }) => {
      if (phase === 'queued') return [now]
      return phase === 'making' ? [isPollDue(nextPollAt, now) ? now : (nextPollAt ?? now)] : []
    })
    if (schedules.list().length > 0) dueTimes.push(now + checkSchedulesEveryMs)
    return dueTimes.length === 0 ? null : Math.max(0, Math.min(...dueTimes) - now)
  }

  /** Adds the requests for past months and records that they were added, in one transaction. */
  #addScheduled(): void {
    const { library, schedules, clock, publish } = this.#context
    const now = clock.now()
    const through = monthBefore(now - settledAfterMs)
    library.together(() => {
      for (const schedule of schedules.list()) {
        const months = monthsAfter(schedule.requestedThrough, through).slice(-maxMonths)
        if (months.length === 0) continue
        const { accountId, form } = schedule
        library.put(
          months.map((month) => this.#newReport({ accountId, form, ...daysOfMonth(month), scheduledFor: month }, now)),
        )
        schedules.put({ ...schedule, requestedThrough: through })
        publish('reports.changed')
      }
    })
  }

  async #request(report: Report, run: JobRun): Promise<void> {
    const { broker, clock } = this.#context
    // Stored before sending: after a crash the app must know that the request may have been sent.
    this.#store({ ...report, phase: 'sending' })
    const { accountId, form } = report
    try {
      const input = { accountId, form, ...instantsOf(report) }
      const { reportId } = await broker.call('createReport', input, {
        purpose: purposeOf(run, 'held'),
        signal: run.signal,
      })
      const now = clock.now()
      this.#settle(report, {
        phase: 'making',
        serviceId: reportId,
        statusSince: now,
        nextPollAt: planPoll(report, now),
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Only these codes guarantee that the service has not started a report.
      if (error.code === 'rate-limited' || isUnsent(error.code)) this.#settle(report, { phase: 'queued' })
      else this.#settle(report, { phase: 'failed', reason: keepText(() => errorText(error)) })
      if (isTemporary(error.code)) throw error
    }
  }

  /** Applies the outcome of a request, unless the user has cancelled or removed the report in the meantime. */
  #settle(report: Report, changes: Partial<Report>): void {
    const current = this.#context.library.get(report.id)
    if (current?.phase === 'sending') this.#store({ ...current, ...changes })
  }

  async #poll(report: Report, serviceId: string, run: JobRun): Promise<void> {
    const { library, clock } = this.#context
    const info = await this.#readStatus(serviceId, run)
    const { status } = info
    const url = status === 'SUCCESS' ? info.url : null
    const current = library.get(report.id)
    if (current?.phase !== 'making') return
    const now = clock.now()
    // A report that was never found counts as not found since the request.
    const isSame = (current.status ?? 'NOT_FOUND') === status
    const statusSince = isSame ? current.statusSince : now
    const polls = current.polls + 1
    const polled: Report = { ...current, status, statusSince, polls, nextPollAt: planPoll({ ...current, polls }, now) }
    const reason = giveUp(polled, url !== null, now)
    if (reason !== null) this.#store({ ...polled, phase: 'failed', nextPollAt: null, reason: keepText(reason) })
    else if (url !== null) this.#downloads.start(polled, url)
    else this.#store(polled)
  }

  async #readStatus(reportId: string, run: JobRun): Promise<{ status: string; url: string | null }> {
    try {
      const options = { purpose: purposeOf(run, 'held'), signal: run.signal }
      return await this.#context.broker.call('getReport', { reportId }, options)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return { status: 'NOT_FOUND', url: null }
      throw error
    }
  }

  #store(report: Report): void {
    this.#context.library.put([report])
    this.#context.publish('reports.changed')
  }
}
