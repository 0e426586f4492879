import { expect, test } from 'vitest'
import { HistorySync } from '#main/sync/history/history-sync.ts'
import { createHistoryJob, createTransactionsJob } from '#main/sync/jobs/history.ts'
import { AppError } from '#shared/errors.ts'
import { booked, dayMs, HistoryService } from '../../../fakes/history-service.ts'
import { runOf, startSync } from '../harness.ts'

const accountId = '1900001'

function start(count: number, { cap = 1_000 } = {}) {
  const sync = startSync()
  sync.follow('S0@XXXX')
  const service = new HistoryService({ cap })
  const spread = (_: unknown, id: number) => booked(id, sync.clock.now() - 60_000 - id * 3_600_000)
  service.addRows(accountId, Array.from({ length: count }, spread))
  sync.broker.responses.listTransactions = service.respond
  const history = new HistorySync(sync.context)
  return {
    ...sync,
    service,
    recent: createTransactionsJob(sync.context, history),
    further: createHistoryJob(sync.context, history, () => []),
    count: () => sync.cache.transactions.count(accountId),
  }
}

test('recent rows are read with the priority of held instruments, or of the user who starts the job', async () => {
  const { recent, broker, count, topics } = start(2_000)
  await recent.run(runOf())
  expect(broker.calls.map(({ purpose }) => purpose)).toEqual(broker.calls.map(() => 'held'))
  expect(count()).toBeGreaterThanOrEqual(7 * 24)
  expect(topics).toContain('transactions.changed')
  expect(topics).toContain('coverage.changed')
  const before = broker.calls.length
  await recent.run(runOf('user'))
  expect(broker.calls.slice(before).map(({ purpose }) => purpose)).toEqual(['user'])
})

test('the next reading starts three days earlier, and publishes nothing if no row changed', async () => {
  const { recent, service, clock, topics } = start(500)
  await recent.run(runOf())
  await clock.advance(60_000)
  topics.length = 0
  await recent.run(runOf())
  expect(service.requests.at(-1)?.from).toBe(clock.now() - 60_000 - 3 * dayMs)
  expect(topics).not.toContain('transactions.changed')
})

test('if three days take many requests, they are not read again each minute', async () => {
  const { recent, service, clock } = start(500, { cap: 10 })
  await recent.run(runOf())
  const before = service.requests.length
  for (let minute = 0; minute < 10; minute++) {
    await clock.advance(60_000)
    await recent.run(runOf())
  }
  expect(service.requests.length - before).toBeLessThan(50)
})

test('an interrupted reading covers only the stored part, and the next one continues there', async () => {
  const { recent, further, service, clock, cache, count } = start(2_000, { cap: 60 })
  const brokenAt = clock.now() - 4 * dayMs
  service.beforeResponse = ({ to }) => {
    if (to < brokenAt) throw new AppError('offline', 'Gone')
  }
  await expect(recent.run(runOf())).rejects.toMatchObject({ code: 'offline' })
  const [covered] = cache.coverage.list(accountId)
  expect(covered?.to).toBe(clock.now())
  expect(covered?.from).toBeGreaterThan(clock.now() - 7 * dayMs)
  await further.run(runOf())
  expect(cache.coverage.list(accountId)).toEqual([covered])
  service.beforeResponse = () => undefined
  await clock.advance(60_000)
  await recent.run(runOf())
  expect(cache.coverage.list(accountId)[0]?.from).toBeLessThanOrEqual(clock.now() - 7 * dayMs)
  for (let run = 0; run < 20; run++) await further.run(runOf())
  expect(count()).toBe(2_000)
  expect(further.nextDelayMs()).toBe(60_000)
})

test('one failing account does not stop the others', async () => {
  const { recent, broker, cache, service } = start(100)
  broker.details = { ...broker.details, accountIds: ['BAD', accountId] }
  broker.responses.listTransactions = (input) => {
    if (input.accountId === 'BAD') throw new AppError('not-found', 'No such account')
    return service.respond(input)
  }
  await expect(recent.run(runOf())).rejects.toMatchObject({ code: 'not-found' })
  expect(cache.transactions.count(accountId)).toBeGreaterThan(0)
  expect(cache.coverage.list('BAD')).toEqual([])
})

test('the history is read in short consecutive runs, and stops immediately when aborted', async () => {
  const { recent, further, service, clock, count } = start(6_000, { cap: 100 })
  await recent.run(runOf())
  const before = service.requests.length
  await further.run(runOf())
  // A run has twenty steps. The step that learns how the service truncates takes several requests.
  expect(service.requests.length - before).toBeLessThanOrEqual(24)
  expect(further.nextDelayMs()).toBeLessThan(1_000)
  const abort = new AbortController()
  let responses = 0
  service.beforeResponse = () => {
    if (++responses === 3) abort.abort()
  }
  await further.run(runOf('schedule', abort))
  expect(responses).toBe(3)
  for (let run = 0; run < 30; run++) await further.run(runOf())
  expect(count()).toBe(6_000)
  expect(clock.pending).toBe(0)
})
