import type { Purpose } from '../../shared/model/usage.ts'

/** What one run of a job is given. */
export interface JobRun {
  readonly signal: AbortSignal
  /** `person` when somebody pressed a button for it. */
  readonly askedBy: 'person' | 'schedule'
}

/** A piece of synchronisation with a cadence of its own. Throws an AppError when it could not do its work. */
export interface Job {
  readonly name: string
  /** For the health screen. */
  readonly title: string
  run(run: JobRun): Promise<void>
  /** Milliseconds from one success to the next run; `null` waits until somebody wakes it. */
  nextDelayMs(): number | null
  /** Runs while there is no connection: it is the one that notices when there is one again. */
  readonly probesConnection?: boolean
  /** Works on this computer alone, so it goes on without a connection. */
  readonly needsNoConnection?: boolean
}

/** The purpose of a job's requests: a person's own click goes before all else. */
export const purposeOf = (run: JobRun, otherwise: Purpose): Purpose => (run.askedBy === 'person' ? 'person' : otherwise)
