import { expect, test } from 'vitest'
import { parseJobName } from '../../../../src/main/sync/scheduler/job.ts'
import type { JobOutcome } from '../../../../src/main/sync/scheduler/job-runner.ts'
import { Scheduler } from '../../../../src/main/sync/scheduler/scheduler.ts'
import { FakeClock, settle } from '../../../fakes/clock.ts'
import { ScriptedJob } from '../job.ts'

function start() {
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
const every = (ms: number, jobs: readonly ScriptedJob[]): void => jobs.forEach((job) => (job.delayMs = ms))

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

test('while offline only the probing and the local job continue, and the probing job runs at once', async () => {
  const { clock, jobs, scheduler, stopped, runs, startAndGoOffline } = start()
  every(100_000, jobs)
  await startAndGoOffline()
  await clock.advance(0)
  expect(stopped()).toEqual(['accounts', 'quotes'])
  expect(runs()['session']).toBe(2)
  await clock.advance(3_600_000)
  expect(runs()).toMatchObject({ accounts: 1, quotes: 2 })
  expect(runs()['session']).toBeGreaterThan(100)
  expect(runs()['housekeeping']).toBeGreaterThan(30)
  expect(scheduler.isStarted).toBe(true)
})

test('when the probing job succeeds the other jobs start again', async () => {
  const { clock, stopped, runs, startAndGoOffline, goOnline } = start()
  await startAndGoOffline()
  await clock.advance(600_000)
  const before = runs()
  goOnline()
  await clock.advance(31_000)
  expect(stopped()).toEqual([])
  expect(runs()['accounts']).toBe((before['accounts'] ?? 0) + 1)
  expect(runs()['quotes']).toBe((before['quotes'] ?? 0) + 1)
})

test('without a connection, a job started by the user probes the connection at once', async () => {
  const { clock, jobs, scheduler, stopped, runs, startAndGoOffline, goOnline } = start()
  every(100_000, jobs)
  await startAndGoOffline()
  await clock.advance(200_000)
  goOnline()
  const before = runs()
  scheduler.wake('quotes', 'schedule')
  await clock.advance(0)
  expect(runs()).toEqual(before)
  scheduler.wake('quotes', 'person')
  await clock.advance(1_000)
  expect(stopped()).toEqual([])
  expect(runs()['quotes']).toBe((before['quotes'] ?? 0) + 1)
})

test('while paused a job started by the user is refused with a message, and local jobs still run', async () => {
  const { clock, scheduler, runs } = start()
  scheduler.start()
  await clock.advance(1_000)
  scheduler.pause()
  expect(() => scheduler.wake('quotes', 'person')).toThrow(/Syncing is off/)
  const before = runs()['housekeeping'] ?? 0
  scheduler.wake('housekeeping', 'person')
  await clock.advance(0)
  expect(runs()['housekeeping']).toBe(before + 1)
})

test('going offline aborts the current runs', async () => {
  const { clock, accounts, quotes, scheduler } = start()
  accounts.outcome = null
  quotes.outcome = 'offline'
  scheduler.start()
  await clock.advance(450)
  expect(accounts.runs[0]?.signal.aborted).toBe(true)
})

test('if sessions succeed while other requests lose the connection, the pauses grow', async () => {
  const { clock, accounts, session, scheduler } = start()
  accounts.outcome = 'offline'
  scheduler.start()
  await clock.advance(3_600_000)
  expect(accounts.runs.length).toBeGreaterThan(5)
  expect(session.runs.length).toBeLessThan(40)
})

test('after a stable connection the next loss is probed at once again', async () => {
  const { clock, accounts, session, scheduler } = start()
  accounts.outcome = 'offline'
  scheduler.start()
  await clock.advance(600_000)
  accounts.outcome = 'success'
  await clock.advance(600_000)
  accounts.outcome = 'offline'
  const before = session.runs.length
  scheduler.wake('accounts', 'schedule')
  await clock.advance(0)
  expect(session.runs).toHaveLength(before + 1)
})

test('after signing out no request is sent, and local jobs continue', async () => {
  const { clock, session, scheduler, stopped, runs } = start()
  session.outcome = 'signed-out'
  scheduler.start()
  await clock.advance(3_600_000)
  expect(stopped()).toEqual(['session', 'accounts', 'quotes'])
  expect(scheduler.isStarted).toBe(false)
  expect(runs()).toMatchObject({ session: 1, accounts: 0, quotes: 0 })
  expect(runs()['housekeeping']).toBeGreaterThan(30)
})

test.each(['secret-refused', 'no-keychain'] as const)(
  'after %s without a session only the session job runs, at its own pace; all jobs start again after its success',
  async (code) => {
    const { clock, session, accounts, jobs, scheduler, stopped, runs } = start()
    every(60_000, jobs)
    let leftMs: number | null = 900_000
    Object.assign(session, { retryDelayMs: () => leftMs })
    session.outcome = code
    accounts.outcome = code
    scheduler.start()
    await clock.advance(600)
    expect(stopped()).toEqual(['accounts', 'quotes'])
    expect(scheduler.isStarted).toBe(true)
    await clock.advance(3_600_000)
    expect(runs()).toMatchObject({ session: 5, accounts: 1 })
    session.outcome = 'success'
    accounts.outcome = 'success'
    leftMs = null
    await clock.advance(900_000)
    expect(stopped()).toEqual([])
    expect(runs()['accounts']).toBeGreaterThan(1)
  },
)

test('a failed renewal of the session does not stop jobs that use the current token', async () => {
  const { clock, session, scheduler, stopped } = start()
  Object.assign(session, { retryDelayMs: () => 60_000 })
  session.outcome = 'secret-refused'
  scheduler.start()
  await clock.advance(600_000)
  expect(stopped()).toEqual([])
})

test('if the user starts the jobs, a refused session is tried at once', async () => {
  const { clock, session, accounts, scheduler, runs } = start()
  Object.assign(session, { retryDelayMs: () => 3_600_000 })
  session.outcome = 'secret-refused'
  accounts.outcome = 'secret-refused'
  scheduler.start()
  await clock.advance(60_000)
  scheduler.wake(null, 'person')
  await clock.advance(0)
  expect([runs()['session'], session.runs.at(-1)?.askedBy]).toEqual([2, 'person'])
})

test('if the user starts the jobs while the session is being refused, there is one more attempt', async () => {
  const { clock, session, scheduler, runs } = start()
  Object.assign(session, { retryDelayMs: () => 3_600_000 })
  session.outcome = null
  scheduler.start()
  await clock.advance(150)
  scheduler.wake(null, 'person')
  session.end('secret-refused')
  session.outcome = 'secret-refused'
  await clock.advance(60_000)
  expect([runs()['session'], session.runs.at(-1)?.askedBy]).toEqual([2, 'person'])
})

test('signing out while offline stops probing the connection', async () => {
  const { clock, session, scheduler, stopped } = start()
  session.outcome = 'offline'
  scheduler.start()
  await clock.advance(60_000)
  session.outcome = 'signed-out'
  await clock.advance(60_000)
  expect(stopped()).toContain('session')
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

test('after pausing and resuming at once each job still has one run at a time', async () => {
  const { clock, jobs, scheduler, stopped } = start()
  for (const job of jobs) Object.assign(job, { outcome: null, listensToAbort: false })
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
  scheduler.wake('accounts', 'person')
  await settle()
  expect(jobs.map(({ runs }) => runs.length)).toEqual([1, 2, 1, 1])
  scheduler.wake(null, 'person')
  await settle()
  expect(jobs.map(({ runs }) => runs.at(-1)?.askedBy)).toEqual(['person', 'person', 'person', 'person'])
  const notFound: unknown = expect.objectContaining({ code: 'not-found' })
  expect(() => scheduler.wake('usage', 'person')).toThrow(notFound)
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
