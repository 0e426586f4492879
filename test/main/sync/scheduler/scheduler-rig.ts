import type { JobOutcome } from '#main/sync/scheduler/job-runner.ts'
import { Scheduler } from '#main/sync/scheduler/scheduler.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { ScriptedJob } from '../job.ts'

/**
 * A scheduler with a job that probes the connection, two ordinary jobs and a local job. Its clock only moves when the
 * test advances it.
 */
export function start() {
  const clock = new FakeClock()
  const session = new ScriptedJob('session', { probesConnection: true })
  const accounts = new ScriptedJob('accounts')
  const quotes = new ScriptedJob('quotes')
  const housekeeping = new ScriptedJob('housekeeping', { needsNoConnection: true })
  const jobs = [session, accounts, quotes, housekeeping]
  const outcomes: JobOutcome[] = []
  const scheduler = new Scheduler({
    clock,
    random: () => 1,
    onChange: () => undefined,
    onOutcome: (o) => outcomes.push(o),
  })
  scheduler.add(...jobs)
  const stopped = (): string[] => scheduler.states.flatMap(({ name, phase }) => (phase === 'stopped' ? [name] : []))
  const runs = (): Record<string, number> => Object.fromEntries(jobs.map((job) => [job.name, job.runs.length]))
  async function startAndGoOffline(): Promise<void> {
    scheduler.start()
    await clock.advance(90_000)
    session.outcome = 'offline'
    quotes.outcome = 'offline'
    scheduler.wake('quotes', 'schedule')
  }
  const goOnline = (): void => void (session.outcome = quotes.outcome = 'success')
  return {
    ...{ clock, session, accounts, quotes, housekeeping, jobs, outcomes, scheduler, stopped, runs },
    ...{ startAndGoOffline, goOnline },
  }
}

/** Sets the pause of all jobs between two runs. */
export const setDelay = (ms: number, jobs: readonly ScriptedJob[]): void => jobs.forEach((job) => (job.delayMs = ms))
