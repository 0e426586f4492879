import { expect, test } from 'vitest'
import { settle } from '../../../fakes/clock.ts'
import { start } from './job-runner-rig.ts'

test('stopping aborts the run, resolves when it has ended, and does not count as a failure', async () => {
  const { clock, job, runner, outcomes } = start()
  job.outcome = null
  runner.start(0)
  await clock.advance(0)
  const stopped = runner.stop()
  expect(job.runs[0]?.signal.aborted).toBe(true)
  await stopped
  expect(runner.state).toMatchObject({ phase: 'stopped', error: null, nextAt: null })
  expect(outcomes).toEqual([])
  expect(clock.pending).toBe(0)
})

test('stopping waits for a run that ignores its signal', async () => {
  const { clock, job, runner } = start()
  Object.assign(job, { outcome: null, obeysAbort: false })
  runner.start(0)
  await clock.advance(0)
  let isStopped = false
  void runner.stop().then(() => (isStopped = true))
  await settle()
  expect(isStopped).toBe(false)
  job.end('success')
  await settle()
  expect(isStopped).toBe(true)
})

test('waking does not run a stopped job', async () => {
  const { clock, job, runner } = start()
  runner.wake('user')
  runner.start(0)
  await runner.stop()
  runner.wake('user')
  await clock.advance(600_000)
  expect(job.runs).toHaveLength(0)
})

test('a job that is started again before the stopped run ended runs after it, not at the same time', async () => {
  const { clock, job, runner } = start()
  Object.assign(job, { outcome: null, obeysAbort: false })
  runner.start(0)
  await clock.advance(0)
  void runner.stop()
  runner.start(0)
  await clock.advance(1_000)
  expect(job.runs).toHaveLength(1)
  job.end('cancelled')
  await settle()
  expect(job.runs).toHaveLength(2)
  job.end('success')
  await settle()
  expect(job.maxAtOnce).toBe(1)
  expect(runner.state).toMatchObject({ phase: 'idle', nextAt: clock.now() + 60_000 })
})

test('a job that is started again directly after its stop runs at the planned time, not after a pause for failure', async () => {
  const { clock, job, runner, outcomes } = start()
  job.outcome = null
  runner.start(0)
  await clock.advance(0)
  void runner.stop()
  runner.start(100)
  await settle()
  expect(runner.state).toMatchObject({ phase: 'idle', nextAt: clock.now() + 100, error: null })
  await clock.advance(100)
  expect(job.runs).toHaveLength(2)
  expect(outcomes).toEqual([])
})
