import { AppError } from '../../../shared/errors.ts'
import type { Purpose } from '../../../shared/model/usage.ts'

const jobNames = [
  'accounts',
  'cache-check',
  'cancels',
  'events',
  'history',
  'housekeeping',
  'instrument',
  'instruments',
  'orders',
  'quotes',
  'quotes-visible',
  'reference',
  'reports',
  'schedules',
  'session',
  'transactions',
  'usage',
] as const

/** Identifies a job in code, in the cache and on the health screen. */
export type JobName = (typeof jobNames)[number]

/** Checks a name that a window sends. Throws `not-found` for an unknown one. */
export function parseJobName(text: string): JobName {
  const name = jobNames.find((known) => known === text)
  if (name === undefined) throw new AppError('not-found', 'There is no such job')
  return name
}

/** What one run of a job is given. */
export interface JobRun {
  readonly signal: AbortSignal
  /** `person` when somebody pressed a button for it. */
  readonly askedBy: 'person' | 'schedule'
}

/** A synchronisation task with its own cadence. Throws an AppError when it fails. */
export interface Job {
  readonly name: JobName
  /** For the health screen. */
  readonly title: string
  run(run: JobRun): Promise<void>
  /** Milliseconds from one success to the next run; `null` waits until somebody wakes it. */
  nextDelayMs(): number | null
  /** Milliseconds from a failure to the next run; without it, or with `null`, the scheduler backs off by itself. */
  retryDelayMs?(): number | null
  /** Runs while there is no connection, to notice when it is back. */
  readonly probesConnection?: boolean
  /** Works on this computer only, so it also runs without a connection. */
  readonly needsNoConnection?: boolean
}

/** The purpose of a job's requests: a person's own click has priority. */
export const purposeOf = (run: JobRun, otherwise: Purpose): Purpose => (run.askedBy === 'person' ? 'person' : otherwise)
