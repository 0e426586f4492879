import { expect, test } from 'vitest'
import { start, setDelay } from './scheduler-rig.ts'

test('while offline only the probing and the local job continue, and the probing job runs immediately', async () => {
  const { clock, jobs, scheduler, stopped, runs, startAndGoOffline } = start()
  setDelay(100_000, jobs)
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

test('without a connection, a job started by the user probes the connection immediately', async () => {
  const { clock, jobs, scheduler, stopped, runs, startAndGoOffline, goOnline } = start()
  setDelay(100_000, jobs)
  await startAndGoOffline()
  await clock.advance(200_000)
  goOnline()
  const before = runs()
  scheduler.wake('quotes', 'schedule')
  await clock.advance(0)
  expect(runs()).toEqual(before)
  scheduler.wake('quotes', 'user')
  await clock.advance(1_000)
  expect(stopped()).toEqual([])
  expect(runs()['quotes']).toBe((before['quotes'] ?? 0) + 1)
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

test('after a stable connection the next lost connection is again probed immediately', async () => {
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
