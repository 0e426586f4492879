import { AppError } from '../../shared/errors.ts'
import type { Report } from '../../shared/model/report.ts'
import { purposeOf, type Job, type JobRun } from '../sync/job.ts'
import type { ReportContext } from './context.ts'
import { daysOfMonth, instantsOf, monthBefore, monthsAfter } from './dates.ts'
import { giveUp, isLookDue, planLook } from './look-plan.ts'
import type { Transfers } from './transfers.ts'

interface Parts extends ReportContext {
  readonly transfers: Transfers
  newReport(asked: Pick<Report, 'accountId' | 'form' | 'beginOn' | 'endOn' | 'scheduledFor'>, at: number): Report
}

const hourMs = 3_600_000
/** A month is asked for from the second day of the next one on: its last bookings are in by then. */
const settledMs = 24 * hourMs
/** Failures of the connection or the budget: the job comes back, and the report waits. */
const passing = ['rate-limited', 'offline', 'unavailable', 'signed-out', 'cancelled']

/** Sends what is queued, looks at what is being made, and starts the transfer of what is finished. */
export function createReportJob({ broker, library, schedules, clock, publish, transfers, newReport }: Parts): Job {
  const note = (report: Report): void => {
    library.put([report])
    publish('reports.changed')
  }

  /** Adds the requests of the months gone by, together with the note that they were added. */
  function addScheduled(): void {
    const now = clock.now()
    const through = monthBefore(now - settledMs)
    library.together(() => {
      for (const schedule of schedules.list()) {
        const months = monthsAfter(schedule.askedThrough, through).slice(-12)
        if (months.length === 0) continue
        const { accountId, form } = schedule
        library.put(
          months.map((month) => newReport({ accountId, form, ...daysOfMonth(month), scheduledFor: month }, now)),
        )
        schedules.put({ ...schedule, askedThrough: through })
        publish('reports.changed')
      }
    })
  }

  async function send(report: Report, run: JobRun): Promise<void> {
    // Noted before: after a crash it must not look as if nothing had been sent.
    note({ ...report, phase: 'sending' })
    const { accountId, form } = report
    try {
      const input = { accountId, form, ...instantsOf(report) }
      const { reportId } = await broker.call('createReport', input, {
        purpose: purposeOf(run, 'held'),
        signal: run.signal,
      })
      const now = clock.now()
      settle(report, { phase: 'making', serviceId: reportId, statusSince: now, nextLookAt: planLook(report, now) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Only these say for sure that nothing was made.
      if (error.code === 'rate-limited' || error.code === 'signed-out') settle(report, { phase: 'queued' })
      else settle(report, { phase: 'failed', reason: error.message })
      if (passing.includes(error.code)) throw error
    }
  }

  /** What a person did while the answer was out stands. */
  function settle(report: Report, changes: Partial<Report>): void {
    const known = library.get(report.id)
    if (known?.phase === 'sending') note({ ...known, ...changes })
  }

  async function look(report: Report, serviceId: string, run: JobRun): Promise<void> {
    const info = await readStatus(serviceId, run)
    const { status } = info
    const url = status === 'SUCCESS' ? info.url : null
    const known = library.get(report.id)
    if (known?.phase !== 'making') return
    const now = clock.now()
    // Not known from the asking on is not known since then.
    const isSame = (known.status ?? 'NOT_FOUND') === status
    const statusSince = isSame ? known.statusSince : now
    const looks = known.looks + 1
    const seen: Report = { ...known, status, statusSince, looks, nextLookAt: planLook({ ...known, looks }, now) }
    const reason = giveUp(seen, url !== null, now)
    if (reason !== null) note({ ...seen, phase: 'failed', nextLookAt: null, reason })
    else if (url !== null) transfers.start(seen, url)
    else note(seen)
  }

  async function readStatus(reportId: string, run: JobRun): Promise<{ status: string; url: string | null }> {
    try {
      return await broker.call('getReport', { reportId }, { purpose: purposeOf(run, 'held'), signal: run.signal })
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return { status: 'NOT_FOUND', url: null }
      throw error
    }
  }

  return {
    name: 'reports',
    title: 'Reports asked for',
    async run(run) {
      addScheduled()
      const failures: unknown[] = []
      for (const report of library.list().toReversed()) {
        const { phase, serviceId, nextLookAt } = report
        try {
          if (phase === 'queued') await send(report, run)
          else if (phase === 'making' && serviceId !== null && isLookDue(nextLookAt, clock.now()))
            await look(report, serviceId, run)
        } catch (error) {
          // One report must not keep the others waiting; a lost connection would be lost for all.
          failures.push(error)
          if (run.signal.aborted || (error instanceof AppError && passing.includes(error.code))) break
        }
      }
      if (failures.length > 0) throw failures[0]
    },
    nextDelayMs() {
      const now = clock.now()
      const looks = library.list().flatMap(({ phase, nextLookAt }) => {
        if (phase === 'queued') return [now]
        return phase === 'making' ? [isLookDue(nextLookAt, now) ? now : (nextLookAt ?? now)] : []
      })
      if (schedules.list().length > 0) looks.push(now + 6 * hourMs)
      return looks.length === 0 ? null : Math.max(0, Math.min(...looks) - now)
    },
  }
}
