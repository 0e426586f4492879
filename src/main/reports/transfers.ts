import { AppError } from '../../shared/errors.ts'
import type { Report, ReportRow } from '../../shared/model/report.ts'
import type { ReportContext } from './context.ts'
import { nameFile } from './file-name.ts'
import { planLook } from './look-plan.ts'
import { receiveFile } from './receive-file.ts'

interface Transfer {
  readonly abort: AbortController
  readonly done: Promise<void>
  progress: NonNullable<ReportRow['progress']>
}

/** Windows hear of progress at most this often. */
const newsEveryMs = 250

/** The files on their way to the disk. */
export class Transfers {
  readonly #context: ReportContext
  readonly #running = new Map<string, Transfer>()
  #isClosed = false

  constructor(context: ReportContext) {
    this.#context = context
  }

  progress(id: string): ReportRow['progress'] {
    return this.#running.get(id)?.progress ?? null
  }

  /** Fetches the file in the background and notes what became of it. */
  start(report: Report, url: string): void {
    if (this.#isClosed || this.#running.has(report.id)) return
    this.#note({ ...report, phase: 'receiving', nextLookAt: null })
    const abort = new AbortController()
    const done = this.#run(report, url, abort.signal).finally(() => this.#running.delete(report.id))
    this.#running.set(report.id, { abort, done, progress: { bytes: 0, total: null } })
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort.abort()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const running = [...this.#running.values()]
    for (const { abort } of running) abort.abort()
    await Promise.all(running.map(({ done }) => done))
  }

  async #run(report: Report, url: string, signal: AbortSignal): Promise<void> {
    const { broker, clock, folder, publish } = this.#context
    try {
      const request = { url, allowedOrigin: report.allowedOrigin }
      const answer = await broker.openFile(request, { purpose: 'held', signal })
      if (answer.kind === 'elsewhere') {
        const reason = `The file lies at ${answer.origin}, not at your broker's own address.`
        return this.#change(report, { phase: 'elsewhere', elsewhere: answer.origin, reason })
      }
      let toldAt = -Infinity
      const file = await receiveFile(answer.chunks, {
        folder,
        name: nameFile(report, answer),
        partName: `report-${report.id}`,
        onBytes: (bytes) => {
          const transfer = this.#running.get(report.id)
          if (transfer) transfer.progress = { bytes, total: answer.bytes }
          if (clock.monotonic() - toldAt < newsEveryMs) return
          toldAt = clock.monotonic()
          publish('reports.changed')
        },
      })
      this.#change(report, { phase: 'here', reason: null, file: { ...file, arrivedAt: clock.now() } })
      publish('report.arrived', { id: report.id })
    } catch (error) {
      if (!signal.aborted) this.#change(report, this.#afterFailure(report, error))
    }
  }

  /** What may pass is tried again, from a fresh look at the report on; the rest is the person's matter. */
  #afterFailure(report: Report, error: unknown): Partial<Report> {
    const now = this.#context.clock.now()
    const code = error instanceof AppError ? error.code : 'internal'
    const reason = error instanceof AppError ? error.message : 'The transfer failed unexpectedly. Try again.'
    if (!['unavailable', 'offline', 'rate-limited', 'signed-out'].includes(code)) return { phase: 'failed', reason }
    const breaks = report.breaks + 1
    return { phase: 'making', breaks, reason, nextLookAt: planLook({ ...report, looks: breaks + 1 }, now) }
  }

  /** What a person did meanwhile stands. */
  #change(report: Report, changes: Partial<Report>): void {
    const now = this.#context.library.get(report.id)
    if (now?.phase === 'receiving') this.#note({ ...now, ...changes })
  }

  #note(report: Report): void {
    this.#context.library.put([report])
    this.#context.publish('reports.changed')
    if (report.phase === 'making') this.#context.wakeJob()
  }
}
