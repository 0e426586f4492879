import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { JobState } from '#shared/model/app/system.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import type { Clock } from '../../time/clock.ts'
import { backOffMs, type Job, type JobRun } from './job.ts'

/** What a runner reports to the scheduler after each run. */
export interface JobOutcome {
  readonly job: Job
  /** `null` after a success. */
  readonly error: AppError | null
}

interface RunnerOptions {
  readonly clock: Clock
  readonly random: () => number
  readonly onOutcome: (outcome: JobOutcome) => void
  readonly onChange: () => void
}

/** Runs one job repeatedly: one timer, one run at a time, growing pauses after failures. */
export class JobRunner {
  readonly job: Job
  readonly #options: RunnerOptions
  #cancelTimer: (() => void) | null = null
  #running: { readonly abort: AbortController; readonly done: Promise<void> } | null = null
  #wakeAgain: JobRun['requestedBy'] | null = null
  #isStopped = true
  #failures = 0
  /** Monotonic ms of the next run, and of the last success if no run has failed since. */
  #plannedAt: number | null = null
  #succeededAt: number | null = null
  #state: Pick<JobState, 'lastStartedAt' | 'lastSucceededAt'> = { lastStartedAt: null, lastSucceededAt: null }
  #failure: { readonly error: AppError; readonly at: number } | null = null

  constructor(job: Job, options: RunnerOptions) {
    this.job = job
    this.#options = options
  }

  get state(): JobState {
    const phase = this.#running ? 'running' : this.#isStopped ? 'stopped' : this.#failures > 0 ? 'backing-off' : 'idle'
    const { clock } = this.#options
    // A delay may have fractions, but an instant has whole milliseconds. The clock may be set meanwhile.
    const nextAt = this.#plannedAt === null ? null : Math.ceil(clock.now() + this.#plannedAt - clock.monotonic())
    const failure = this.#failure
    const error = failure && { code: failure.error.code, message: errorText(failure.error), at: failure.at }
    return { name: this.job.name, title: this.job.title(), phase, ...this.#state, error, nextAt }
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  start(delayMs: number): void {
    if (!this.#isStopped) return
    this.#isStopped = false
    this.#failures = 0
    this.#plan(delayMs)
  }

  /** Moves the next run. A current run decides itself when the next one starts. */
  reschedule(delayMs: number): void {
    if (!this.#running && !this.#isStopped) this.#plan(delayMs)
  }

  /** Runs sooner if the job's cadence has become shorter since its last success. A current run decides itself when the next one starts. */
  hasten(): void {
    if (this.#running || this.#isStopped || this.#succeededAt === null) return
    const delayMs = this.#readCadence()
    if (delayMs === null) return
    const now = this.#options.clock.monotonic()
    const wantedAt = this.#succeededAt + delayMs
    if (wantedAt < (this.#plannedAt ?? Infinity)) this.#plan(Math.max(0, wantedAt - now))
  }

  /** The cadence depends on the cache. If the cache cannot be read, the next run fails and reports it. */
  #readCadence(): number | null {
    try {
      return this.job.nextDelayMs()
    } catch {
      return null
    }
  }

  /** Stops the timer and aborts the current run; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wakeAgain = null
    this.#plan(null)
    this.#running?.abort.abort()
    await this.#running?.done
  }

  /** Runs now, or once more after the current run. */
  wake(requestedBy: JobRun['requestedBy']): void {
    if (this.#running) this.#wakeAgain = requestedBy === 'user' ? 'user' : (this.#wakeAgain ?? requestedBy)
    else if (!this.#isStopped) this.#begin(requestedBy)
  }

  #plan(delayMs: number | null): void {
    this.#cancelTimer?.()
    this.#plannedAt = delayMs === null ? null : this.#options.clock.monotonic() + delayMs
    this.#cancelTimer = delayMs === null ? null : this.#options.clock.after(delayMs, () => this.#begin('schedule'))
    this.#options.onChange()
  }

  #begin(requestedBy: JobRun['requestedBy']): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    if (this.#running) {
      // The job was started again before the stopped run ended: run after it.
      this.#wakeAgain ??= requestedBy
      return
    }
    const abort = new AbortController()
    this.#plannedAt = null
    this.#state = { ...this.#state, lastStartedAt: this.#options.clock.now() }
    this.#running = { abort, done: this.#run({ signal: abort.signal, requestedBy }) }
    this.#options.onChange()
  }

  async #run(run: JobRun): Promise<void> {
    const { error, nextDelayMs } = await this.#attempt(run)
    const isAborted = run.signal.aborted
    this.#running = null
    if (error === null) {
      this.#failures = 0
      this.#succeededAt = this.#options.clock.monotonic()
      this.#state = { ...this.#state, lastSucceededAt: this.#options.clock.now() }
      this.#failure = null
    } else if (!isAborted) {
      this.#failures++
      this.#succeededAt = null
      this.#failure = { error, at: this.#options.clock.now() }
    }
    const again = this.#wakeAgain
    this.#wakeAgain = null
    // A request by the user while the search for a connection was failing does not wait for its long pause.
    const repeats = error === null || isAborted || (again === 'user' && this.job.probesConnection === true)
    if (!this.#isStopped && again !== null && repeats) this.#begin(again)
    else if (this.#isStopped || isAborted) this.#options.onChange()
    else this.#plan(error === null ? nextDelayMs : this.#pauseMs())
    // This comes last, because the scheduler may stop or wake this runner.
    if (!isAborted) this.#options.onOutcome({ job: this.job, error })
  }

  /** The cadence is part of the attempt: it depends on the cache, and if the cache cannot be read, the job backs off. */
  async #attempt(run: JobRun): Promise<{ error: AppError | null; nextDelayMs: number | null }> {
    try {
      await this.job.run(run)
      return { error: null, nextDelayMs: this.job.nextDelayMs() }
    } catch (error) {
      return { error: asAppError(error), nextDelayMs: null }
    }
  }

  #pauseMs(): number {
    return this.job.retryDelayMs?.() ?? this.#backOffMs()
  }

  #backOffMs(): number {
    return backOffMs(this.#failures, this.#options.random, this.job.probesConnection ? 30_000 : 300_000)
  }
}

const asAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError(
        'internal',
        () => m.sync_an_internal_error({ name: error instanceof Error ? error.name : 'unknown' }),
        {
          cause: error,
        },
      )
