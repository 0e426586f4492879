import { minuteMs } from '#shared/durations.ts'
import { AppError, isOfConnection, type ErrorCode } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { JobState } from '#shared/model/app/system.ts'
import type { Clock } from '../../time/clock.ts'
import { JobRunner, type JobOutcome } from './job-runner.ts'
import { backOffMs, type Job, type JobName, type JobRun } from './job.ts'

export interface SchedulerOptions {
  readonly clock: Clock
  readonly random: () => number
  readonly onChange: () => void
  readonly onOutcome: (outcome: JobOutcome) => void
}

/** The jobs that run: all; those that probe the connection or need none; those that need none; or no job. */
type Mode = 'all' | 'probes' | 'local' | 'none'

/**
 * Keeps the jobs running. Without a connection only the probing job and local jobs continue; when the probing job succeeds, the
 * others start again one after another instead of all at once.
 */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #runners: JobRunner[] = []
  #mode: Mode = 'none'
  #allSince = -Infinity
  /** How many times in a row the connection was lost again soon after it was restored. */
  #relapses = 0

  constructor(options: SchedulerOptions) {
    this.#options = options
  }

  /** Adds jobs in the order in which they start. Call before `start`. */
  add(...jobs: readonly Job[]): void {
    const onOutcome = (outcome: JobOutcome): void => this.#settle(outcome)
    this.#runners.push(...jobs.map((job) => new JobRunner(job, { ...this.#options, onOutcome })))
  }

  get isStarted(): boolean {
    return this.#mode === 'all' || this.#mode === 'probes'
  }

  get states(): JobState[] {
    return this.#runners.map((runner) => runner.state)
  }

  start(): void {
    this.#enter('all')
  }

  /** Stops all requests until `start`; local jobs continue. */
  pause(): void {
    this.#enter('local')
  }

  async stop(): Promise<void> {
    this.#mode = 'none'
    await Promise.all(this.#runners.map((runner) => runner.stop()))
  }

  /**
   * Runs a job, or all jobs, now. Without a connection a job that needs one cannot run: if the user starts it, the connection is
   * probed at once, and the job follows. Throws `not-found` for a job that is not scheduled, `invalid` while syncing is off.
   */
  wake(name: JobName | null, requestedBy: JobRun['requestedBy']): void {
    const chosen = this.#runners.filter((runner) => name === null || runner.job.name === name)
    if (chosen.length === 0) throw new AppError('not-found', m.sync_there_is_no_such_job)
    // A scheduled wake does not probe the connection earlier: probing has its own pace.
    const isHeld = requestedBy === 'user' && chosen.some((runner) => runner.isStopped)
    if (isHeld && !this.isStarted) {
      throw new AppError('invalid', m.errors_syncing_is_off_connect_or_resume_first)
    }
    const probes = isHeld ? this.#runners.filter((runner) => runner.job.probesConnection) : []
    for (const runner of new Set([...chosen, ...probes])) runner.wake(requestedBy)
  }

  /** Runs jobs sooner if their cadence has become shorter, because a window became visible. */
  hasten(): void {
    for (const runner of this.#runners) runner.hasten()
  }

  #settle(outcome: JobOutcome): void {
    const code = outcome.error?.code
    if (code === 'signed-out') this.#enter('local')
    else if (code !== undefined && endsWork(code, outcome.job) && this.#mode === 'all') {
      this.#relapses = this.#options.clock.monotonic() - this.#allSince < steadyMs ? this.#relapses + 1 : 0
      this.#enter('probes')
    } else if (code === undefined && outcome.job.probesConnection && this.#mode === 'probes') this.#enter('all')
    this.#options.onOutcome(outcome)
  }

  #enter(mode: Mode): void {
    const before = this.#mode
    this.#mode = mode
    if (mode === 'all' && before !== 'all') this.#allSince = this.#options.clock.monotonic()
    let delayMs = 0
    for (const runner of this.#runners) {
      if (!runsIn(mode, runner.job)) void runner.stop()
      else if (runner.isStopped) runner.start((delayMs += this.#options.random() * staggerMs))
      // The connection was just lost: probe it at once, not when the session would have been renewed.
      // If it is lost repeatedly, the pause before the probe grows.
      else if (mode === 'probes' && before === 'all' && runner.job.probesConnection)
        runner.reschedule(runner.job.retryDelayMs?.() ?? this.#probeDelayMs())
    }
  }

  #probeDelayMs(): number {
    return this.#relapses === 0 ? 0 : backOffMs(this.#relapses, this.#options.random, longestProbeDelayMs)
  }
}

/** The maximum random delay between the starts of two jobs. */
const staggerMs = 150
/** A connection that lasted this long counts as stable. */
const steadyMs = minuteMs
const longestProbeDelayMs = 300_000

/**
 * Whether only probing the connection makes sense after this failure. A failed renewal of the session does not stop the
 * other jobs: the old token may still be valid.
 */
const endsWork = (code: ErrorCode, { probesConnection = false }: Job): boolean =>
  isOfConnection(code) && (code === 'offline' || code === 'bad-certificate' || !probesConnection)

const runsIn = (mode: Mode, { probesConnection = false, needsNoConnection = false }: Job): boolean =>
  mode === 'all' || (mode !== 'none' && needsNoConnection) || (mode === 'probes' && probesConnection)
