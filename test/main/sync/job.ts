import type { Job, JobName, JobRun } from '#main/sync/scheduler/job.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'

/** A job whose runs the test ends one by one. It records the maximum number of concurrent runs. */
export class ScriptedJob implements Job {
  readonly name: JobName
  readonly title = () => 'A job'
  readonly probesConnection: boolean
  readonly needsNoConnection: boolean
  readonly runs: JobRun[] = []
  maxAtOnce = 0
  delayMs: number | null = 60_000
  /** The immediate result of a run; `null` leaves it open until `end`. */
  outcome: 'success' | ErrorCode | Error | null = 'success'
  /** A job that ignores its signal continues after the abort. */
  obeysAbort = true
  #open: { succeed: () => void; fail: (error: Error) => void }[] = []

  constructor(name: JobName, { probesConnection = false, needsNoConnection = false } = {}) {
    this.name = name
    this.probesConnection = probesConnection
    this.needsNoConnection = needsNoConnection
  }

  nextDelayMs = (): number | null => this.delayMs

  async run(run: JobRun): Promise<void> {
    this.runs.push(run)
    const ending = new Promise<void>((succeed, fail) => {
      this.#open.push({ succeed, fail })
      if (this.obeysAbort) run.signal.addEventListener('abort', () => fail(new AppError('cancelled', 'Aborted')))
    })
    this.maxAtOnce = Math.max(this.maxAtOnce, this.#open.length)
    if (this.outcome !== null) this.end(this.outcome)
    const current = this.#open.at(-1)
    try {
      await ending
    } finally {
      this.#open = this.#open.filter((open) => open !== current)
    }
  }

  /** Ends the oldest open run. */
  end(outcome: 'success' | ErrorCode | Error): void {
    const run = this.outcome === null ? this.#open[0] : this.#open.at(-1)
    if (run === undefined) throw new Error('no run is open')
    if (outcome === 'success') run.succeed()
    else run.fail(outcome instanceof Error ? outcome : new AppError(outcome, `It is ${outcome}`))
  }
}
