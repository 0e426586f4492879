import { AppError, isCancellation } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { TransactionExport } from '#shared/model/transaction/history.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { CorruptDatabaseError, isDamage } from '../sqlite/errors.ts'
import { keyFor } from '../sqlite/keys.ts'
import { wrap, type Thread } from '../threads/wrap.ts'
import type { Clock } from '../time/clock.ts'
import { freePath, removePartialFiles } from './export-files.ts'
import type { ExportHandlers, ExportProgress, ExportRequest, ExportTask } from './messages.ts'

interface ExportsOptions {
  /** The built `export.thread.ts`. */
  readonly threadFile: string | URL
  readonly cachePath: string
  readonly folder: string
  readonly clock: Clock
  readonly onChange: () => void
  /** Called after a file was written completely. */
  readonly onWritten?: (path: string) => void
  /** Called when a thread finds the cache damaged. */
  readonly onDamage: (error: unknown) => void
}

/** The maximum length of the list, including finished exports. */
const maxListed = 20
const maxRunning = 3
/**
 * The memory limits of a thread. Rows are read in pages, so it needs little memory; without limits it would collect garbage too
 * late.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 }

/** The exports since the start of the app, newest first. Each is written by its own thread. */
export class Exports {
  readonly #options: ExportsOptions
  readonly #list: ListedExport[] = []
  readonly #running = new Map<string, { readonly thread: Thread<ExportHandlers>; readonly ended: Promise<void> }>()
  /** Paths of started exports. Their files may not exist yet. */
  readonly #takenPaths = new Set<string>()
  #lastId = 0

  constructor(options: ExportsOptions) {
    this.#options = options
    removePartialFiles(options.folder)
  }

  list(): TransactionExport[] {
    return this.#list.map(shown)
  }

  /** Starts an export and returns its state. Throws AppError `invalid` when too many are running. */
  start(request: ExportRequest): TransactionExport {
    if (this.#running.size >= maxRunning) {
      throw new AppError('invalid', m.export_max_exports_are_running({ max: maxRunning }))
    }
    const { threadFile, cachePath, folder, clock, onChange } = this.#options
    const id = String(++this.#lastId)
    const path = freePath({ folder, format: request.format, now: clock.now(), taken: this.#takenPaths })
    this.#takenPaths.add(path)
    const started: ListedExport = { id, phase: 'running', written: 0, total: null, path: null, message: null }
    this.#list.unshift(started)
    this.#list.splice(maxListed)
    const thread = wrap<ExportHandlers>({
      file: threadFile,
      resourceLimits,
      subject: 'export',
      onNotice: (progress) => this.#change(id, progress as ExportProgress),
    })
    const ended = this.#write(thread, id, { cachePath, key: keyFor(cachePath), path, request })
    this.#running.set(id, { thread, ended })
    onChange()
    return shown(started)
  }

  /** Adds a file that other code has written, as a finished export. Returns its id. */
  add({ path, rows }: { readonly path: string; readonly rows: number }): string {
    const id = String(++this.#lastId)
    this.#list.unshift({ id, phase: 'done', written: rows, total: rows, path, message: null })
    this.#list.splice(maxListed)
    this.#options.onWritten?.(path)
    this.#options.onChange()
    return id
  }

  /** The file of a finished export. Throws AppError `not-found`. */
  filePath(id: string): string {
    const path = this.#list.find((entry) => entry.id === id)?.path ?? null
    if (path === null) throw new AppError('not-found', m.export_this_export_has_no_file())
    return path
  }

  /** Cancels a running export, which leaves no file. A finished export is not changed. */
  cancel(id: string): void {
    if (!this.#list.some((entry) => entry.id === id))
      throw new AppError('not-found', m.export_this_export_no_longer_exists())
    const running = this.#running.get(id)
    if (running !== undefined) cancel(running.thread)
  }

  /** Cancels all running exports and waits for their threads to exit. */
  async close(): Promise<void> {
    const running = [...this.#running.values()]
    for (const { thread } of running) cancel(thread)
    await Promise.all(running.map(({ ended }) => ended))
  }

  /** Writes the file and ends the thread. */
  async #write(thread: Thread<ExportHandlers>, id: string, task: ExportTask): Promise<void> {
    const result = await thread.ask('write', task).then(
      (written) => ({ written }),
      (error: unknown) => ({ error }),
    )
    await thread.close('now')
    this.#running.delete(id)
    if ('written' in result) {
      const { written } = result
      this.#options.onWritten?.(task.path)
      this.#change(id, { phase: 'done', written, total: written, path: task.path })
    } else this.#fail(id, result.error)
  }

  #fail(id: string, error: unknown): void {
    if (isCancellation(error)) return this.#change(id, { phase: 'cancelled' })
    const message = error instanceof AppError ? (): string => errorText(error) : unexpectedFailure
    this.#change(id, { phase: 'failed', message: isDamage(error) ? damagedCache : message })
    if (isDamage(error)) this.#options.onDamage(new CorruptDatabaseError(damagedCache()))
  }

  /** Changes a running export. A finished export is final. */
  #change(id: string, changes: Partial<ListedExport>): void {
    const index = this.#list.findIndex((entry) => entry.id === id)
    const current = this.#list[index]
    if (current?.phase !== 'running') return
    this.#list[index] = { ...current, ...changes }
    this.#options.onChange()
  }
}

const damagedCache = m.export_the_cache_is_damaged
const unexpectedFailure = m.export_the_export_stopped_unexpectedly

/** An export that has just ended is no longer cancelled. */
const cancel = (thread: Thread<ExportHandlers>): void => void thread.ask('cancel').catch(() => undefined)

/** The message is written in the language of the moment in which the list is read. */
type ListedExport = Omit<TransactionExport, 'message'> & { readonly message: (() => string) | null }

const shown = ({ message, ...rest }: ListedExport): TransactionExport => ({
  ...rest,
  message: message?.() ?? null,
})
