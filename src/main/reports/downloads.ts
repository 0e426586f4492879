import { AppError, isOfConnection } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Report, ReportRow } from '#shared/model/report.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { keepText } from '#shared/text/kept-text.ts'
import { markFromWeb } from '../disk/mark-from-web.ts'
import type { ReportContext } from './context.ts'
import { nameFile, receiveFile } from './report-files.ts'
import { planPoll } from './report-polling.ts'

interface Download {
  readonly abort: AbortController
  readonly done: Promise<void>
  progress: NonNullable<ReportRow['progress']>
}

/** Progress is published at most this often. */
const progressEveryMs = 250

/** The running downloads of report files. */
export class Downloads {
  readonly #context: ReportContext
  readonly #running = new Map<string, Download>()
  #isClosed = false

  constructor(context: ReportContext) {
    this.#context = context
  }

  progress(id: string): ReportRow['progress'] {
    return this.#running.get(id)?.progress ?? null
  }

  /** Downloads the file in the background and stores the result. */
  start(report: Report, url: string): void {
    if (this.#isClosed || this.#running.has(report.id)) return
    this.#store({ ...report, phase: 'receiving', nextPollAt: null })
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
    const { broker, clock, folder, publish, logFault } = this.#context
    try {
      const request = { url, allowedOrigin: report.allowedOrigin }
      const response = await broker.openFile(request, { purpose: 'held', signal })
      if (response.kind === 'foreign') {
        const reason = keepText(() => m.errors_the_file_is_at_origin_not_at({ origin: response.origin }))
        return this.#change(report, { phase: 'elsewhere', elsewhere: response.origin, reason })
      }
      let publishedAt = -Infinity
      const file = await receiveFile(response.chunks, {
        folder,
        name: nameFile(report, response),
        partialName: `report-${report.id}`,
        markFromWeb: (path) => markFromWeb(path, clock.now(), (error) => logFault('the mark of a download', error)),
        onBytes: (bytes) => {
          const download = this.#running.get(report.id)
          if (download) download.progress = { bytes, total: response.bytes }
          if (clock.monotonic() - publishedAt < progressEveryMs) return
          publishedAt = clock.monotonic()
          publish('reports.changed')
        },
      })
      this.#change(report, { phase: 'here', reason: null, file: { ...file, arrivedAt: clock.now() } })
      publish('report.arrived', { id: report.id })
    } catch (error) {
      if (!signal.aborted) this.#change(report, this.#afterFailure(report, error))
    }
  }

  /** Temporary failures are retried, starting with a new poll of the report; others need the user. */
  #afterFailure(report: Report, error: unknown): Partial<Report> {
    const now = this.#context.clock.now()
    const code = error instanceof AppError ? error.code : 'internal'
    const reason = keepText(() =>
      error instanceof AppError ? errorText(error) : m.errors_the_download_failed_unexpectedly_try_again(),
    )
    if (code !== 'unavailable' && code !== 'rate-limited' && !isOfConnection(code)) return { phase: 'failed', reason }
    const breaks = report.breaks + 1
    return { phase: 'making', breaks, reason, nextPollAt: planPoll({ ...report, polls: breaks + 1 }, now) }
  }

  /** Applies changes, unless the user has cancelled or removed the report in the meantime. */
  #change(report: Report, changes: Partial<Report>): void {
    const current = this.#context.library.get(report.id)
    if (current?.phase === 'receiving') this.#store({ ...current, ...changes })
  }

  #store(report: Report): void {
    this.#context.library.put([report])
    this.#context.publish('reports.changed')
    if (report.phase === 'making') this.#context.wakeJob()
  }
}
