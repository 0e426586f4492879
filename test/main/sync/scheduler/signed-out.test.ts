import { expect, test } from 'vitest'
import { start, setDelay } from './scheduler-rig.ts'

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
  'after %s without a session only the session job runs, with its own delay; all jobs start again after its success',
  async (code) => {
    const { clock, session, accounts, jobs, scheduler, stopped, runs } = start()
    setDelay(60_000, jobs)
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

test('if the user starts the jobs, a refused session is tried immediately', async () => {
  const { clock, session, accounts, scheduler, runs } = start()
  Object.assign(session, { retryDelayMs: () => 3_600_000 })
  session.outcome = 'secret-refused'
  accounts.outcome = 'secret-refused'
  scheduler.start()
  await clock.advance(60_000)
  scheduler.wake(null, 'user')
  await clock.advance(0)
  expect([runs()['session'], session.runs.at(-1)?.requestedBy]).toEqual([2, 'user'])
})

test('if the user starts the jobs while the session is being refused, there is one more attempt', async () => {
  const { clock, session, scheduler, runs } = start()
  Object.assign(session, { retryDelayMs: () => 3_600_000 })
  session.outcome = null
  scheduler.start()
  await clock.advance(150)
  scheduler.wake(null, 'user')
  session.end('secret-refused')
  session.outcome = 'secret-refused'
  await clock.advance(60_000)
  expect([runs()['session'], session.runs.at(-1)?.requestedBy]).toEqual([2, 'user'])
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
