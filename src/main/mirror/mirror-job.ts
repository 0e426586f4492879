import { z } from 'zod'
import { minuteMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Profile } from '#shared/model/app/connection.ts'
import type { MirrorState } from '#shared/model/app/mirror.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { homeFolder } from '../disk/home-folder.ts'
import type { Journal } from '../journal/journal.ts'
import { heldKey, type DataKey } from '../sqlite/keys.ts'
import { wrap, type Thread } from '../threads/wrap.ts'
import type { Clock } from '../time/clock.ts'
import { readSettings } from './connection/settings.ts'

export interface MirrorTask {
  readonly profile: Profile
  readonly directory: string
  /** The key of sealed data. */
  readonly key: DataKey | null
  /** A connection text without a password. */
  readonly to: string
}

/** The functions of the mirror's thread. */
export interface MirrorHandlers {
  /** Copies once. Returns the number of rows sent. Throws an AppError for the user. */
  run(task: MirrorTask): Promise<number>
}

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

/**
 * Copies the open profile into PostgreSQL at intervals, in a worker thread that only reads files. Sends no request to the
 * service.
 */
export class MirrorJob {
  readonly #options: MirrorJobOptions
  #thread: Thread<MirrorHandlers> | null = null
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
      isRunning: this.#thread !== null,
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
    if (this.#thread === null) this.#run()
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
    const thread = this.#thread
    this.#thread = null
    await thread?.close('now')
  }

  #run(): void {
    const to = this.#to
    this.#stopWaiting()
    if (to === null || this.#thread !== null || this.#isClosed) return
    const { threadFiles, profile, directory, onChange, logFault } = this.#options
    const thread = wrap<MirrorHandlers>({
      file: threadFiles.mirror,
      resourceLimits,
      subject: 'mirror',
      onFault: (error) => logFault('the mirror', error),
    })
    this.#thread = thread
    void this.#follow(thread, { profile, directory, key: heldKey(directory), to })
    onChange()
  }

  async #follow(thread: Thread<MirrorHandlers>, task: MirrorTask): Promise<void> {
    const { clock, onChange } = this.#options
    const last = await thread.ask('run', task).then(
      (rows) => ({ finishedAt: clock.now(), rows, failure: null }),
      (error: unknown) => ({
        ...this.#last,
        failure: error instanceof AppError ? () => errorText(error) : m.mirror_the_run_stopped_unexpectedly,
      }),
    )
    await thread.close('now')
    // Ignores the end of a run that was stopped or replaced.
    if (this.#thread !== thread) return
    this.#thread = null
    this.#last = last
    this.#runAfter(everyMs)
    onChange()
  }
}
