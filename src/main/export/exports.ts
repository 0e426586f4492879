import { Worker } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { TransactionExport } from '#shared/model/transaction/history.ts'
import { keptText } from '#shared/text/kept-text.ts'
import { CorruptDatabaseError, isDamage } from '../sqlite/errors.ts'
import { keyFor } from '../sqlite/keys.ts'
import type { Clock } from '../time/clock.ts'
import { freePath, removePartialFiles } from './export-files.ts'
import { ExportMessage, type ExportRequest, type ExportTask } from './messages.ts'

interface ExportsOptions {
  /** The built `thread.ts`. */
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
  readonly #threads = new Map<string, { readonly worker: Worker; readonly ended: Promise<void> }>()
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
    if (this.#threads.size >= maxRunning) {
      throw new AppError('invalid', m.export_max_exports_are_running({ max: maxRunning }))
    }
    const { threadFile, cachePath, folder, clock, onChange } = this.#options
    const id = String(++this.#lastId)
    const path = freePath({ folder, format: request.format, now: clock.now(), taken: this.#takenPaths })
    this.#takenPaths.add(path)
    const workerData: ExportTask = { cachePath, key: keyFor(cachePath), path, request }
    const worker = new Worker(threadFile, { workerData, resourceLimits })
    const started: ListedExport = { id, phase: 'running', written: 0, total: null, path: null, message: null }
    this.#list.unshift(started)
    this.#list.splice(maxListed)
    worker.on('message', (message: unknown) => this.#onMessage(id, path, ExportMessage.parse(message)))
    worker.on('error', (error: unknown) => {
      this.#change(id, { phase: 'failed', message: unexpectedFailure })
      if (isDamage(error)) this.#options.onDamage(error)
    })
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        this.#threads.delete(id)
        this.#change(id, { phase: 'failed', message: unexpectedFailure })
        resolve()
      })
    })
    this.#threads.set(id, { worker, ended })
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
    this.#threads.get(id)?.worker.postMessage('cancel')
  }

  /** Cancels all running exports and waits for their threads to exit. */
  async close(): Promise<void> {
    const running = [...this.#threads.values()]
    for (const { worker } of running) worker.postMessage('cancel')
    await Promise.all(running.map(({ ended }) => ended))
  }

  #onMessage(id: string, path: string, message: ExportMessage): void {
    switch (message.kind) {
      case 'progress':
        return this.#change(id, { written: message.written, total: message.total })
      case 'done':
        this.#options.onWritten?.(path)
        return this.#change(id, { phase: 'done', written: message.written, total: message.written, path })
      case 'cancelled':
        return this.#change(id, { phase: 'cancelled' })
      case 'failed':
        this.#change(id, {
          phase: 'failed',
          message: message.isDamage ? damagedCache : failureText(message.message),
        })
        if (message.isDamage) this.#options.onDamage(new CorruptDatabaseError(damagedCache()))
    }
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

const failureText = (kept: string | null): (() => string) => (kept === null ? unexpectedFailure : () => keptText(kept))

/** The message is written in the language of the moment in which the list is read. */
type ListedExport = Omit<TransactionExport, 'message'> & { readonly message: (() => string) | null }

const shown = ({ message, ...rest }: ListedExport): TransactionExport => ({
  ...rest,
  message: message?.() ?? null,
})
