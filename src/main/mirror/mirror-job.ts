import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { minuteMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { textLanguage } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import type { MirrorState } from '#shared/model/app/mirror.ts'
import { keptText } from '#shared/text/kept-text.ts'
import { homeFolder } from '../disk/home-folder.ts'
import type { Journal } from '../journal/journal.ts'
import { heldKey } from '../sqlite/keys.ts'
import type { Clock } from '../time/clock.ts'
import { readSettings } from './connection/settings.ts'
import { MirrorMessage, type MirrorTask } from './messages.ts'

interface MirrorJobOptions extends Pick<MirrorTask, 'profile' | 'directory'> {
  /** The built files of the threads. */
  readonly threadFiles: { readonly mirror: string | URL }
  readonly settings: Journal['settings']
  readonly clock: Clock
  readonly onChange: () => void
  readonly logFault: (where: string, error: unknown) => void
}

/** The setting in the journal: a connection text without a password. */
const settingKey = 'mirrorTo'
const ConnectionText = z.string().min(1)

const everyMs = 15 * minuteMs
/** The delay of the first run, so that the first screen is shown before it. */
const firstAfterMs = minuteMs
/** Rows are streamed; lots and income are calculated in this thread too. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }
const unexpectedFailure = m.mirror_the_run_stopped_unexpectedly

/**
 * Copies the open profile into PostgreSQL at intervals, in a worker thread that only reads files. Sends no request to the
 * service.
 */
export class MirrorJob {
  readonly #options: MirrorJobOptions
  #worker: Worker | null = null
  #last: Pick<MirrorState, 'finishedAt' | 'rows'> & { readonly failure: (() => string) | null } = {
    finishedAt: null,
    rows: null,
    failure: null,
  }
  #next: { readonly at: number; readonly cancel: () => void } | null = null
  #isClosed = false

  constructor(options: MirrorJobOptions) {
    this.#options = options
    if (this.#to !== null) this.#runAfter(firstAfterMs)
  }

  state(): MirrorState {
    const { failure, ...last } = this.#last
    return {
      to: this.#to,
      isRunning: this.#worker !== null,
      ...last,
      nextAt: this.#next?.at ?? null,
      failure: failure?.() ?? null,
    }
  }

  /** Switches the job on, or off with `null`. Throws `invalid`. */
  async set(to: string | null): Promise<void> {
    if (to !== null) readSettings(to, { env: process.env, home: homeFolder(), platform: process.platform })
    this.#options.settings.setAll({ [settingKey]: to ?? undefined })
    this.#last = { finishedAt: null, rows: null, failure: null }
    this.#stopWaiting()
    await this.#endRun()
    if (to !== null) this.#run()
    this.#options.onChange()
  }

  /** Throws `invalid` while the job is off. */
  runNow(): void {
    if (this.#to === null) throw new AppError('invalid', m.mirror_enter_the_database_first)
    if (this.#worker === null) this.#run()
  }

  /** Stops a running copy. The next run completes it. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopWaiting()
    await this.#endRun()
  }

  get #to(): string | null {
    return this.#options.settings.get(settingKey, ConnectionText)
  }

  #runAfter(delayMs: number): void {
    this.#stopWaiting()
    const { clock } = this.#options
    this.#next = { at: clock.now() + delayMs, cancel: clock.after(delayMs, () => this.#run()) }
  }

  #stopWaiting(): void {
    this.#next?.cancel()
    this.#next = null
  }

  async #endRun(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #run(): void {
    const to = this.#to
    this.#stopWaiting()
    if (to === null || this.#worker !== null || this.#isClosed) return
    const { threadFiles, profile, directory, onChange } = this.#options
    const workerData: MirrorTask = { profile, directory, key: heldKey(directory), to, language: textLanguage() }
    const worker = new Worker(threadFiles.mirror, { workerData, resourceLimits })
    this.#worker = worker
    let outcome: MirrorMessage = { kind: 'failed', message: null }
    worker.on('message', (message: unknown) => (outcome = MirrorMessage.parse(message)))
    worker.on('error', (error: unknown) => this.#options.logFault('the mirror', error))
    // Ignores the exit of a thread that was already replaced.
    worker.on('exit', () => {
      if (this.#worker === worker) this.#end(outcome)
    })
    onChange()
  }

  #end(outcome: MirrorMessage): void {
    const { clock, onChange } = this.#options
    this.#worker = null
    const failure = outcome.kind === 'failed' ? outcome.message : null
    this.#last =
      outcome.kind === 'done'
        ? { finishedAt: clock.now(), rows: outcome.rows, failure: null }
        : { ...this.#last, failure: failure === null ? unexpectedFailure : () => keptText(failure) }
    this.#runAfter(everyMs)
    onChange()
  }
}
