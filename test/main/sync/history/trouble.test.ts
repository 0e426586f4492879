import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { openCache } from '#main/cache/open.ts'
import { closeDatabase } from '#main/sqlite/open.ts'
import { HistorySync } from '#main/sync/history/history-sync.ts'
import { AppError } from '#shared/errors.ts'
import { booked, dayMs } from '../../../fakes/history-service.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { accountId, background, evenly, held, start } from './rig.ts'

test('after errors no row is lost, only read time is covered, and reading continues where it stopped', async () => {
  const { readRecent, readFurther, readRest, service, clock, count, cache } = start({ cap: 100 })
  service.addRows(accountId, evenly(clock.now(), 3_000, 700))
  await readRecent()
  let responses = 0
  service.beforeResponse = () => {
    if (responses++ % 3 === 2) throw new AppError('unavailable', 'In trouble')
  }
  let failures = 0
  for (let step = 0; step < 30; step++) {
    await readFurther().catch(() => failures++)
    const [covered, ...further] = cache.coverage.list(accountId)
    expect(further).toEqual([])
    const coveredRows = service
      .allRows(accountId)
      .filter(({ at }) => at >= (covered?.from ?? 0) && at < (covered?.to ?? 0))
    expect(count()).toBeGreaterThanOrEqual(coveredRows.length)
  }
  expect(failures).toBeGreaterThan(5)
  service.beforeResponse = () => undefined
  await readRest()
  expect(count()).toBe(3_000)
})

test('the next process continues where the last one stopped, and reads nothing twice', async () => {
  const path = join(makeTemporaryDirectory(), 'cache.sqlite')
  const { service, context, clock } = start({ cap: 100, order: 'shuffled' })
  service.addRows(accountId, evenly(clock.now(), 5_000, 1_500))
  for (let restarts = 0; restarts < 12; restarts++) {
    const { db } = openCache(path)
    const history = new HistorySync({ ...context, cache: createCache(db) })
    await history.readRecent(accountId, held)
    for (let step = 0; step < 9; step++) if ((await history.readFurther([accountId], background)) === 'nothing') break
    closeDatabase(db)
  }
  const { db } = openCache(path)
  const cache = createCache(db)
  const history = new HistorySync({ ...context, cache })
  await history.readRecent(accountId, held)
  for (let step = 0; (await history.readFurther([accountId], background)) !== 'nothing'; step++)
    expect(step).toBeLessThan(200)
  expect(cache.transactions.count(accountId)).toBe(5_000)
  expect(service.requests.length).toBeLessThan(2 * 50 + 12 * 6)
  closeDatabase(db)
})

test('a lower cap is noticed within a day', async () => {
  const { readAll, service, clock, count, cache } = start({ cap: 1_000 })
  service.addRows(accountId, evenly(clock.now(), 3_000, 300))
  await readAll()
  service.options = { cap: 100 }
  await clock.advance(dayMs / 2)
  service.addRows(
    accountId,
    Array.from({ length: 400 }, (_, i) => booked(`new-${i}`, clock.now() - 60_000 - i * 90_000)),
  )
  await clock.advance(dayMs / 2 + 60_000)
  await readAll()
  await readAll()
  expect(cache.history.longestResponse()).toEqual({ longest: 100, isCap: true })
  expect(count()).toBe(3_400)
})

test('a service that refuses long intervals gets requests for shorter intervals', async () => {
  const { readAll, service, clock, count } = start({ widestMs: 100 * dayMs })
  service.addRows(accountId, evenly(clock.now(), 900, 1_400))
  await readAll()
  expect(count()).toBe(900)
  expect(service.requests.length).toBeLessThan(420)
})

test('if the service refuses times before a date, everything after that date is read', async () => {
  const { readAll, service, clock, count, cache } = start({ cap: 100, earliest: Date.UTC(2015, 0, 1) })
  service.addRows(accountId, evenly(clock.now(), 2_000, 1_400))
  await readAll()
  expect(count()).toBe(2_000)
  expect(cache.history.beginning(accountId)).not.toBeNull()
  expect(service.requests.length).toBeLessThan(80)
  const before = service.requests.length
  await clock.advance(8 * dayMs)
  await readAll()
  expect(service.requests.length - before).toBeLessThan(90)
})

test('an account that the service refuses does not block the other accounts', async () => {
  const { service, clock, cache, broker, context } = start()
  const history = new HistorySync(context)
  service.addRows('good', evenly(clock.now(), 50, 900))
  service.addRows('bad', evenly(clock.now(), 50, 900))
  for (const id of ['good', 'bad']) await history.readRecent(id, held)
  const { respond } = service
  broker.responses.listTransactions = (input) => {
    if (input.accountId === 'bad') throw new AppError('not-found', 'No such account')
    return respond(input)
  }
  let refusals = 0
  for (let step = 0; step < 20; step++) await history.readFurther(['bad', 'good'], background).catch(() => refusals++)
  expect(refusals).toBe(1)
  expect(cache.transactions.count('good')).toBe(50)
})

test('an account with a period that cannot be read does not block the other accounts', async () => {
  const { service, clock, cache, broker, context } = start({ cap: 100 })
  const history = new HistorySync(context)
  service.addRows('good', evenly(clock.now(), 1_000, 900))
  service.addRows('bad', evenly(clock.now(), 1_000, 900))
  for (const id of ['good', 'bad']) await history.readRecent(id, held)
  const { respond } = service
  broker.responses.listTransactions = (input) => {
    if (input.accountId === 'bad' && input.from < clock.now() - 300 * dayMs)
      throw new AppError('unavailable', 'In trouble')
    return respond(input)
  }
  for (let step = 0; step < 60; step++) await history.readFurther(['bad', 'good'], background).catch(() => undefined)
  expect(cache.transactions.count('good')).toBe(1_000)
  broker.responses.listTransactions = respond
  while ((await history.readFurther(['bad', 'good'], background)) !== 'nothing') continue
  expect(cache.transactions.count('bad')).toBe(1_000)
})
