import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { writeTextsIn } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import { JobState } from '#shared/model/app/system.ts'
import { settle } from '../../../fakes/clock.ts'
import { start } from './job-runner-rig.ts'

afterEach(() => writeTextsIn(() => 'en'))

test('the error of a job is read in the language of the moment', async () => {
  const { clock, job, runner } = start()
  job.outcome = new AppError('unavailable', m.errors_the_service_received_too_many_requests)
  runner.start(0)
  await clock.advance(0)
  const english = runner.state.error?.message
  writeTextsIn(() => 'ru')
  expect([english, runner.state.error?.message]).toEqual([
    m.errors_the_service_received_too_many_requests({}, { locale: 'en' }),
    m.errors_the_service_received_too_many_requests({}, { locale: 'ru' }),
  ])
})

test('a job runs after its first delay and then at its own cadence', async () => {
  const { clock, job, runner } = start()
  expect(runner.state).toMatchObject({ phase: 'stopped', nextAt: null })
  runner.start(100)
  expect(runner.state).toMatchObject({ phase: 'idle', nextAt: clock.now() + 100 })
  await clock.advance(99)
  expect(job.runs).toHaveLength(0)
  await clock.advance(1)
  expect(job.runs).toHaveLength(1)
  await clock.advance(180_000)
  expect(job.runs).toHaveLength(4)
  expect(runner.state).toMatchObject({
    phase: 'idle',
    error: null,
    lastSucceededAt: clock.now(),
    nextAt: clock.now() + 60_000,
  })
})

test('a job without a cadence waits until it is woken', async () => {
  const { clock, job, runner } = start()
  job.delayMs = null
  runner.start(0)
  await clock.advance(86_400_000)
  expect(job.runs).toHaveLength(1)
  runner.wake('user')
  await settle()
  expect(job.runs.map(({ requestedBy }) => requestedBy)).toEqual(['schedule', 'user'])
})

test('a second start has no effect', async () => {
  const { clock, job, runner } = start()
  runner.start(0)
  runner.start(0)
  await clock.advance(0)
  expect(job.runs).toHaveLength(1)
})

test('waking during a run starts one more run after it, for the user if the user requested it', async () => {
  const { clock, job, runner } = start()
  job.outcome = null
  runner.start(0)
  await clock.advance(0)
  runner.wake('schedule')
  runner.wake('user')
  runner.wake('schedule')
  expect(runner.state.phase).toBe('running')
  expect(job.runs).toHaveLength(1)
  job.end('success')
  await settle()
  expect(job.runs.map(({ requestedBy }) => requestedBy)).toEqual(['schedule', 'user'])
  job.end('success')
  await settle()
  expect(job.runs).toHaveLength(2)
  expect(job.maxAtOnce).toBe(1)
})

test('waking replaces the planned run', async () => {
  const { clock, job, runner } = start()
  runner.start(0)
  await clock.advance(30_000)
  runner.wake('user')
  await clock.advance(59_999)
  expect(job.runs).toHaveLength(2)
  expect(clock.pending).toBe(1)
})

test('waking during a run that fails does not skip the pause', async () => {
  const { clock, job, runner } = start()
  job.outcome = null
  runner.start(0)
  await clock.advance(0)
  runner.wake('user')
  job.end('unavailable')
  await settle()
  expect(job.runs).toHaveLength(1)
  expect(runner.state.phase).toBe('backing-off')
})

test('pauses double with each failure up to five minutes and end with a success', async () => {
  const { clock, job, runner, outcomes } = start()
  job.outcome = 'unavailable'
  runner.start(0)
  await clock.advance(0)
  const pauses: number[] = []
  for (let i = 0; i < 9; i++) {
    const pauseMs = (runner.state.nextAt ?? NaN) - clock.now()
    pauses.push(pauseMs)
    await clock.advance(pauseMs)
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300].map((s) => s * 1000))
  expect(runner.state).toMatchObject({
    phase: 'backing-off',
    lastSucceededAt: null,
    error: { code: 'unavailable', at: clock.now() },
  })
  expect(outcomes.every(({ error }) => error?.code === 'unavailable')).toBe(true)
  job.outcome = 'success'
  await clock.advance(300_000)
  expect(runner.state).toMatchObject({ phase: 'idle', error: null, nextAt: clock.now() + 60_000 })
  job.outcome = 'unavailable'
  await clock.advance(60_000)
  expect(runner.state.nextAt).toBe(clock.now() + 5_000)
})

test('a job that probes the connection never pauses longer than half a minute', async () => {
  const { clock, job, runner } = start({ probesConnection: true })
  job.outcome = 'offline'
  runner.start(0)
  await clock.advance(600_000)
  expect((runner.state.nextAt ?? Infinity) - clock.now()).toBeLessThanOrEqual(30_000)
  expect(job.runs.length).toBeGreaterThanOrEqual(20)
})

test('an internal error is reported by its class only, and the job continues', async () => {
  const { clock, job, runner } = start()
  job.outcome = new TypeError('token abc')
  runner.start(0)
  await clock.advance(0)
  expect(runner.state.error).toMatchObject({ code: 'internal', message: 'An internal error in Tidemark (TypeError)' })
  job.outcome = 'success'
  await clock.advance(5_000)
  expect(job.runs).toHaveLength(2)
  expect(runner.state.error).toBeNull()
})

test('an error in the cadence is a failure of the job and does not end it', async () => {
  const { clock, job, runner } = start()
  job.nextDelayMs = () => {
    throw new RangeError('no such row')
  }
  runner.start(0)
  await clock.advance(0)
  expect(runner.state).toMatchObject({ phase: 'backing-off', error: { code: 'internal' }, nextAt: clock.now() + 5_000 })
})

test('the time of the next run is in whole milliseconds, even with a fractional cadence', async () => {
  const { clock, job, runner } = start()
  job.delayMs = 1_234.567
  runner.start(0)
  await clock.advance(0)
  expect(runner.state.nextAt).not.toBeNull()
  expect(JobState.safeParse(runner.state).success).toBe(true)
})

test('every change is notified', async () => {
  const { clock, runner, changes } = start()
  runner.start(0)
  const before = changes.count
  await clock.advance(0)
  expect(changes.count).toBeGreaterThanOrEqual(before + 2)
  const idle = changes.count
  await runner.stop()
  expect(changes.count).toBeGreaterThan(idle)
})
