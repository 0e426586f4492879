import { expect, test } from 'vitest'
import { createAccountsJob } from '#main/sync/jobs/accounts.ts'
import { QuoteBoard } from '#main/sync/quotes/quote-board.ts'
import { JobRunner } from '#main/sync/scheduler/job-runner.ts'
import { AppError } from '#shared/errors.ts'
import { d, makeAccount, makePosition } from '../../insight/make.ts'
import { runOf, startSync } from '../harness.ts'

function start() {
  const sync = startSync()
  const failing = new Set<string>()
  sync.broker.details = { ...sync.broker.details, accountIds: ['1', '2'] }
  sync.broker.responses.getAccount = ({ accountId }) => {
    if (failing.has(accountId)) throw new AppError('unavailable', `${accountId} does not answer`)
    return makeAccount({ id: accountId, equity: d('1000'), positions: [makePosition({ symbol: 'A@X' })] })
  }
  sync.attention.set('view', [], true)
  const now = sync.clock.now()
  const sessions = [{ type: 'CORE_TRADING', startAt: now - 3_600_000, endAt: now + 3_600_000 }]
  sync.cache.schedules.put('A@X', sessions, now)
  return { ...sync, failing, job: createAccountsJob(sync.context, new QuoteBoard(sync.context)) }
}

test('all accounts of the token are read, and their equity is recorded', async () => {
  const { job, broker, journal, clock, topics } = start()
  await job.run(runOf())
  expect(broker.calls.map(({ input, purpose }) => [input, purpose])).toEqual([
    [{ accountId: '1' }, 'held'],
    [{ accountId: '2' }, 'held'],
  ])
  expect(topics).toContain('accounts.changed')
  expect(journal.equity.history('1', 0, clock.now() + 1).length).toBe(1)
})

test('a run sends no requests if nothing is due, unless the user started it', async () => {
  const { job, broker } = start()
  await job.run(runOf())
  await job.run(runOf())
  expect(broker.count('getAccount')).toBe(2)
  await job.run(runOf('user'))
  expect(broker.count('getAccount')).toBe(4)
})

test('one failing account does not stop the other, and its error is reported', async () => {
  const { job, failing, cache } = start()
  failing.add('1')
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'unavailable' })
  expect(cache.accounts.list().map(({ account }) => account.id)).toEqual(['2'])
})

test('positions found by the first reading are refreshed within seconds, not with the next reading of the cash', async () => {
  const { job, clock, broker, attention } = start()
  attention.set('view', ['A@X'], true)
  const runner = new JobRunner(job, { clock, random: () => 0, onOutcome: () => undefined, onChange: () => undefined })
  runner.start(0)
  await clock.advance(5_000)
  expect(broker.count('getAccount')).toBeGreaterThan(2)
  await runner.stop()
})

test('with a visible window an account is read again within 15 seconds', async () => {
  const { job, clock, broker } = start()
  await job.run(runOf())
  const delayMs = job.nextDelayMs() ?? Infinity
  expect(delayMs).toBeLessThanOrEqual(15_000)
  await clock.advance(15_000)
  await job.run(runOf())
  expect(broker.count('getAccount')).toBe(4)
})

test('an account that is read hourly, because its markets are closed and no window is open, has no gap in its equity', async () => {
  const { job, journal, clock, cache, attention } = start()
  const now = clock.now()
  const sessions = [-20, 10].map((hours) => ({
    type: 'CORE_TRADING',
    startAt: now + hours * 3_600_000,
    endAt: now + (hours + 8) * 3_600_000,
  }))
  cache.schedules.put('A@X', sessions, now)
  attention.set('view', [], false)
  // Before the first reading the positions of the account, and so its markets, are unknown.
  await job.run(runOf('user'))
  await clock.advance(60_000)
  for (let hour = 0; hour < 4; hour++) {
    await job.run(runOf('user'))
    await clock.advance(3_600_000)
  }
  const spans = journal.equity.history('1', 0, clock.now())
  expect(spans.map(({ at, until, followsGap }) => [at - now, until - now, followsGap])).toEqual([
    [0, 60_000 + 3 * 3_600_000, false],
  ])
})

test('while no account can be read, each run requests them again and fails', async () => {
  const { job, failing, broker } = start()
  for (const id of ['1', '2']) failing.add(id)
  for (const requests of [2, 4]) {
    await expect(job.run(runOf())).rejects.toMatchObject({ code: 'unavailable' })
    expect(broker.count('getAccount')).toBe(requests)
  }
  expect(job.retryDelayMs?.()).toBeNull()
  failing.clear()
  await job.run(runOf())
  expect(broker.count('getAccount')).toBe(6)
})

test('a run in which nothing is due is no success while an account fails, and the others keep their pace', async () => {
  const { job, failing, broker, clock } = start()
  failing.add('1')
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'unavailable' })
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'unavailable' })
  expect(broker.count('getAccount')).toBe(2)
  expect(job.retryDelayMs?.()).toBeLessThanOrEqual(15_000)
  failing.clear()
  await clock.advance(15_000)
  await job.run(runOf())
  expect(broker.count('getAccount')).toBe(4)
})
