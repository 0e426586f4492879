import { expect, test } from 'vitest'
import { parseJobName } from '#main/sync/scheduler/job.ts'
import { settle } from '../../../fakes/clock.ts'
import { start } from './scheduler-rig.ts'

test('jobs start one after another, in their order', async () => {
  const { clock, scheduler, runs } = start()
  expect(scheduler.isStarted).toBe(false)
  scheduler.start()
  expect(scheduler.isStarted).toBe(true)
  await clock.advance(150)
  expect(runs()).toEqual({ session: 1, accounts: 0, quotes: 0, housekeeping: 0 })
  await clock.advance(450)
  expect(runs()).toEqual({ session: 1, accounts: 1, quotes: 1, housekeeping: 1 })
})

test('while paused a job started by the user is refused with a message, and local jobs still run', async () => {
  const { clock, scheduler, runs } = start()
  scheduler.start()
  await clock.advance(1_000)
  scheduler.pause()
  expect(() => scheduler.wake('quotes', 'user')).toThrow(/Syncing is off/)
  const before = runs()['housekeeping'] ?? 0
  scheduler.wake('housekeeping', 'user')
  await clock.advance(0)
  expect(runs()['housekeeping']).toBe(before + 1)
})

test('other failures do not stop jobs', async () => {
  const { clock, accounts, scheduler, stopped } = start()
  accounts.outcome = 'unavailable'
  scheduler.start()
  await clock.advance(60_000)
  expect(stopped()).toEqual([])
})

test('while paused only local jobs run; after a start all jobs run again', async () => {
  const { clock, scheduler, stopped, runs } = start()
  scheduler.start()
  await clock.advance(1_000)
  scheduler.pause()
  expect(stopped()).toEqual(['session', 'accounts', 'quotes'])
  await clock.advance(600_000)
  expect(runs()).toMatchObject({ session: 1, accounts: 1, quotes: 1, housekeeping: 11 })
  scheduler.start()
  await clock.advance(600)
  expect(runs()).toMatchObject({ session: 2, accounts: 2, quotes: 2 })
  expect(stopped()).toEqual([])
})

test('after a pause that ends immediately each job still has one run at a time', async () => {
  const { clock, jobs, scheduler, stopped } = start()
  for (const job of jobs) Object.assign(job, { outcome: null, obeysAbort: false })
  scheduler.start()
  await clock.advance(1_000)
  scheduler.pause()
  scheduler.start()
  await clock.advance(10_000)
  for (const job of jobs) if (job.runs.length > 0) job.end('success')
  await settle()
  expect(stopped()).toEqual([])
  expect(jobs.map(({ maxAtOnce }) => maxAtOnce)).toEqual([1, 1, 1, 1])
})

test('after a stop nothing runs and no timer is left', async () => {
  const { clock, accounts, scheduler, stopped } = start()
  accounts.outcome = null
  scheduler.start()
  await clock.advance(1_000)
  await scheduler.stop()
  expect(stopped()).toHaveLength(4)
  expect(clock.pending).toBe(0)
})

test('the user wakes one job or all jobs; an unknown or unscheduled job is refused', async () => {
  const { clock, jobs, scheduler } = start()
  scheduler.start()
  await clock.advance(1_000)
  scheduler.wake('accounts', 'user')
  await settle()
  expect(jobs.map(({ runs }) => runs.length)).toEqual([1, 2, 1, 1])
  scheduler.wake(null, 'user')
  await settle()
  expect(jobs.map(({ runs }) => runs.at(-1)?.requestedBy)).toEqual(['user', 'user', 'user', 'user'])
  const notFound: unknown = expect.objectContaining({ code: 'not-found' })
  expect(() => scheduler.wake('usage', 'user')).toThrow(notFound)
  expect(() => parseJobName('nope')).toThrow(notFound)
  expect(parseJobName('usage')).toBe('usage')
})

test('every outcome is reported', async () => {
  const { clock, accounts, outcomes, scheduler } = start()
  accounts.outcome = 'rate-limited'
  scheduler.start()
  await clock.advance(600)
  expect(outcomes.map(({ job, error }) => [job.name, error?.code ?? null])).toEqual([
    ['session', null],
    ['accounts', 'rate-limited'],
    ['quotes', null],
    ['housekeeping', null],
  ])
})
