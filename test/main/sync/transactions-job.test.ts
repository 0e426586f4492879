import { expect, test } from 'vitest'
import { createTransactionsJob } from '../../../src/main/sync/jobs/transactions.ts'
import { AppError } from '../../../src/shared/errors.ts'
import type { Transaction } from '../../../src/shared/model/transaction.ts'
import { runOf, startSync } from './harness.ts'

const accountId = '1900001'
const dayMs = 86_400_000

const booked = (id: number, at: number): Transaction => ({
  id: `${id}`,
  at,
  atText: new Date(at).toISOString().replace('.000', ''),
  category: 'DEPOSIT',
  name: 'Deposit',
  symbol: '',
  change: null,
  changeQuantity: null,
  trade: null,
})

/** A service that holds `count` rows over the last 40 days and cuts its answers at `cap`. */
function start(count: number, { cap = 1_000 } = {}) {
  const sync = startSync()
  const stepMs = Math.floor((40 * dayMs) / count / 1_000) * 1_000
  const last = Math.floor(sync.clock.now() / 1_000) * 1_000 - 60_000
  const rows = Array.from({ length: count }, (_, id) => booked(id, last - id * stepMs))
  const service = { rows, isDown: (_: { from: number; to: number }) => false }
  sync.broker.answers.listTransactions = ({ from, to, limit }) => {
    if (service.isDown({ from, to })) throw new AppError('offline', 'Gone')
    const inside = service.rows.filter(({ at }) => at >= from && at < to)
    const sent = inside.slice(0, Math.min(cap, limit ?? cap))
    return { rows: sent, malformed: [], received: sent.length }
  }
  const expected = (days: number): number =>
    service.rows.filter(({ at }) => at >= sync.clock.now() - days * dayMs).length
  return {
    ...sync,
    service,
    job: createTransactionsJob(sync.context),
    expected,
    stored: () => sync.cache.transactions.count(accountId),
  }
}

test('the first reading takes a month, and says that all of it is known', async () => {
  const { job, cache, clock, expected, stored, topics } = start(100)
  await job.run(runOf())
  expect(stored()).toBe(expected(30))
  expect(cache.coverage.list(accountId)).toEqual([{ from: clock.now() - 30 * dayMs, to: clock.now() }])
  expect(topics).toEqual(['transactions.changed'])
})

test('the next reading asks from three days before, and tells nothing where nothing changed', async () => {
  const { job, broker, clock, topics } = start(100)
  await job.run(runOf())
  await clock.advance(60_000)
  await job.run(runOf())
  expect(broker.asked.at(-1)?.input).toMatchObject({ from: clock.now() - 60_000 - 3 * dayMs })
  expect(topics).toHaveLength(1)
})

test('a row that is booked late, under an older time, is found', async () => {
  const { job, clock, service, stored, topics } = start(100)
  await job.run(runOf())
  const before = stored()
  service.rows.push(booked(9_999, Math.floor((clock.now() - 2 * dayMs) / 1_000) * 1_000))
  await clock.advance(60_000)
  await job.run(runOf())
  expect(stored()).toBe(before + 1)
  expect(topics).toHaveLength(2)
})

test('a reading that breaks off half-way claims only what it read, and the next one takes it up there', async () => {
  const { job, cache, clock, service, expected, stored } = start(3_000)
  const brokenAt = clock.now() - 5 * dayMs
  service.isDown = ({ to }) => to < brokenAt
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'offline' })
  const [known] = cache.coverage.list(accountId)
  expect(known?.to).toBe(clock.now())
  expect(stored()).toBe(service.rows.filter(({ at }) => at >= (known?.from ?? 0)).length)
  expect(stored()).toBeGreaterThan(0)
  expect(stored()).toBeLessThan(expected(30))
  service.isDown = () => false
  await clock.advance(60_000)
  await job.run(runOf())
  expect(stored()).toBe(expected(30))
  expect(cache.coverage.list(accountId)).toEqual([{ from: clock.now() - 30 * dayMs, to: clock.now() }])
})

test('after ten days off, a reading that breaks off leaves no hole behind', async () => {
  const { job, cache, clock, service, stored } = start(100)
  await job.run(runOf())
  await clock.advance(10 * dayMs)
  const last = Math.floor(clock.now() / 1_000) * 1_000
  service.rows.unshift(...Array.from({ length: 2_000 }, (_, i) => booked(10_000 + i, last - i * 300_000)))
  service.isDown = ({ from, to }) => to < clock.now() - 4 * dayMs && from < clock.now() - 4 * dayMs
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'offline' })
  expect(cache.coverage.list(accountId).length).toBe(2)
  service.isDown = () => false
  await job.run(runOf())
  expect(cache.coverage.list(accountId)).toHaveLength(1)
  expect(stored()).toBe(service.rows.filter(({ at }) => at >= clock.now() - 40 * dayMs).length)
})

test.each([50, 100, 250, 500])('a service that cuts at %d rows, less than we ask for, loses none', async (cap) => {
  const { job, cache, expected, stored, broker } = start(3_000, { cap })
  await job.run(runOf())
  expect(stored()).toBe(expected(30))
  expect(cache.coverage.list(accountId)).toHaveLength(1)
  expect(broker.asked.length).toBeLessThan((5 * expected(30)) / cap)
})

test('once longer answers were seen, the next reading of a busy account costs one request', async () => {
  const { job, broker, clock } = start(1_200)
  await job.run(runOf())
  const before = broker.asked.length
  await clock.advance(60_000)
  await job.run(runOf())
  expect(broker.asked).toHaveLength(before + 1)
})

test('a quiet account costs one request', async () => {
  const { job, broker } = start(20)
  await job.run(runOf())
  expect(broker.count('listTransactions')).toBe(1)
})

test('one bad account does not keep the others from being read', async () => {
  const { job, broker, cache } = start(100)
  broker.details = { ...broker.details, accountIds: ['BAD', accountId] }
  const answer = broker.answers.listTransactions
  broker.answers.listTransactions = (input) => {
    if (input.accountId === 'BAD') throw new AppError('not-found', 'No such account')
    if (answer === undefined) throw new Error('no answer')
    return answer(input)
  }
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'not-found' })
  expect(cache.transactions.count(accountId)).toBeGreaterThan(0)
  expect(cache.coverage.list('BAD')).toEqual([])
})
