import type { Cache } from '../../cache/cache.ts'
import type { Clock } from '../../time/clock.ts'
import type { JobOutcome } from './job-runner.ts'

interface Notes {
  readonly syncStates: Cache['syncStates']
  readonly clock: Clock
  readonly logFault: (where: string, error: unknown) => void
}

/** Stores the outcome of a job's run, and logs internal errors of the app. */
export function noteOutcome({ job, error }: JobOutcome, { syncStates, clock, logFault }: Notes): void {
  if (error?.code === 'internal') logFault(`job ${job.name}`, error.cause ?? error)
  try {
    if (error === null) syncStates.succeed(job.name, clock.now())
    else syncStates.fail(job.name, clock.now(), error.code, error.message)
  } catch (fault) {
    // A full disk must not stop the scheduler: each job reports it itself.
    logFault('storing the outcome of a job', fault)
  }
}
