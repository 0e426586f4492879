import type { Cache } from '../../cache/cache.ts'
import type { Clock } from '../../time/clock.ts'
import type { JobOutcome } from './job-runner.ts'

interface Notes {
  readonly syncStates: Cache['syncStates']
  readonly clock: Clock
  readonly logFault: (where: string, error: unknown) => void
}

/** Keeps how a job's run ended, and logs what is a fault of the app itself. */
export function noteOutcome({ job, error }: JobOutcome, { syncStates, clock, logFault }: Notes): void {
  if (error?.code === 'internal') logFault(`job ${job.name}`, error.cause ?? error)
  try {
    if (error === null) syncStates.succeed(job.name, clock.now())
    else syncStates.fail(job.name, clock.now(), error.code, error.message)
  } catch (fault) {
    // A full disk must not end the jobs; each of them meets it, and says so, by itself.
    logFault('the notes of jobs', fault)
  }
}
