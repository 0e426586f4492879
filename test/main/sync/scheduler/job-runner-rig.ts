import { JobRunner, type JobOutcome } from '#main/sync/scheduler/job-runner.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { ScriptedJob } from '../job.ts'

export function start({ probesConnection = false, random = () => 1 } = {}) {
  const clock = new FakeClock()
  const job = new ScriptedJob('accounts', { probesConnection })
  const outcomes: JobOutcome[] = []
  const changes = { count: 0 }
  const runner = new JobRunner(job, {
    clock,
    random,
    onOutcome: (outcome) => outcomes.push(outcome),
    onChange: () => changes.count++,
  })
  return { clock, job, outcomes, changes, runner }
}
