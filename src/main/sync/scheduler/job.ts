import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { BudgetSnapshot, Purpose } from '#shared/model/app/usage.ts'

/** Whether an error concerns only one instrument: the service does not know it, or its response cannot be decoded. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'not-found' || error.code === 'invalid' || error.code === 'protocol')

/** Whether an error concerns only one endpoint: what the others answer can still be read. */
export const isOfEndpoint = (error: unknown): error is AppError => isRefusal(error) || isUnavailable(error)

const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable'

/** Waits for all promises, then throws the first error, so that one failing account or symbol does not stop the others. */
export async function settleAll(promises: readonly Promise<unknown>[]): Promise<void> {
  const failure = (await Promise.allSettled(promises)).find((result) => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
}

/** Milliseconds to wait after `failures` failures in a row: doubling from 5 s up to `maxMs`, half of it random. */
export function backOffMs(failures: number, random: () => number, maxMs: number): number {
  const longestMs = Math.min(maxMs, 5_000 * 2 ** Math.max(0, failures - 1))
  return Math.round(longestMs / 2 + (longestMs / 2) * random())
}

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
  if (name === undefined) throw new AppError('not-found', m.sync_there_is_no_such_job)
  return name
}

/** The parameters of one run of a job. */
export interface JobRun {
  readonly signal: AbortSignal
  /** `user` if a button was pressed for it. */
  readonly requestedBy: 'user' | 'schedule'
}

/** A synchronisation task with its own cadence. Throws an AppError when it fails. */
export interface Job {
  readonly name: JobName
  /** For the health screen. */
  readonly title: () => string
  run(run: JobRun): Promise<void>
  /** Milliseconds from one success to the next run; `null`: wait until the job is woken. */
  nextDelayMs(): number | null
  /** Milliseconds from a failure to the next run; without it, or with `null`, the scheduler backs off by itself. */
  retryDelayMs?(): number | null
  /** Runs while there is no connection, to notice when it is back. */
  readonly probesConnection?: boolean
  /** The job works only on this computer, so it also runs without a connection. */
  readonly needsNoConnection?: boolean
}

/**
 * Up to this share of the limit, requests for figures that are missing on screen have the priority of the user's requests. The
 * rest stays free for clicks and prices.
 */
const maxMissedShare = 0.5

/** The purpose of requests for figures that are missing on screen: a user who opens the app waits for them. */
export const missedPurpose = ({ used, limit }: BudgetSnapshot, otherwise: Purpose): Purpose =>
  used < limit * maxMissedShare ? 'user' : otherwise

/** The purpose of a job's requests: a click of the user has priority. */
export const purposeOf = (run: JobRun, otherwise: Purpose): Purpose => (run.requestedBy === 'user' ? 'user' : otherwise)
