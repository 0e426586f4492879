import { expect, test } from 'vitest'
import { start } from './job-runner-rig.ts'

test('hasten moves the next run of a job with a shorter cadence forward, counted from its last success', async () => {
  const { clock, job, runner } = start()
  job.delayMs = 3_600_000
  runner.start(0)
  await clock.advance(50_000)
  job.delayMs = 60_000
  runner.hasten()
  expect(runner.state.nextAt).toBe(clock.now() + 10_000)
  await clock.advance(10_000)
  expect(job.runs).toHaveLength(2)
})

test('hasten immediately runs a job that waited to be woken, if it has a cadence again', async () => {
  const { clock, job, runner } = start()
  job.delayMs = null
  runner.start(0)
  await clock.advance(300_000)
  job.delayMs = 60_000
  runner.hasten()
  await clock.advance(0)
  expect(job.runs).toHaveLength(2)
})

test('hasten does not delay a due run, start a stopped job or shorten the pause after a failure', async () => {
  const { clock, job, runner } = start()
  runner.hasten()
  expect(runner.state).toMatchObject({ phase: 'stopped', nextAt: null })
  runner.start(0)
  await clock.advance(0)
  const { nextAt } = runner.state
  job.delayMs = 3_600_000
  runner.hasten()
  expect(runner.state.nextAt).toBe(nextAt)
  job.outcome = 'unavailable'
  await clock.advance(60_000)
  const pause = runner.state.nextAt
  job.delayMs = 0
  runner.hasten()
  expect(runner.state).toMatchObject({ phase: 'backing-off', nextAt: pause })
})
