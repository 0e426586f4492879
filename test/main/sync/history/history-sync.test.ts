import { describe, expect, test } from 'vitest'
import { emptyAccount } from '../../../fakes/empty-figures.ts'
import { booked, dayMs } from '../../../fakes/history-service.ts'
import { accountId, evenly, start } from './rig.ts'

test('the last week is read first, and all older rows in the background', async () => {
  const { readRecent, readRest, service, broker, clock, cache, count } = start()
  service.addRows(accountId, evenly(clock.now(), 3_000, 1_000))
  await readRecent()
  expect(service.requests[0]).toMatchObject({ from: clock.now() - 7 * dayMs, to: clock.now() + 3_600_000 })
  expect(broker.calls.every(({ purpose }) => purpose === 'held')).toBe(true)
  expect(cache.coverage.list(accountId)).toEqual([{ from: clock.now() - 7 * dayMs, to: clock.now() }])
  const before = broker.calls.length
  await readRest()
  expect(broker.calls.slice(before).every(({ purpose }) => purpose === 'background')).toBe(true)
  expect(count()).toBe(3_000)
  expect(cache.coverage.list(accountId)).toHaveLength(1)
})

test('older rows are not read before the recent rows', async () => {
  const { readFurther, service } = start()
  expect(await readFurther()).toBe('waiting')
  expect(service.requests).toEqual([])
})

describe.each([100, 1_000, 1_500])('a service with a cap of %d rows', (cap) => {
  test.each(['newest', 'oldest', 'any'] as const)(
    'that keeps %s rows is read completely with few requests',
    async (kept) => {
      const { readAll, service, clock, cache, count, gaps } = start({ cap, kept, order: 'shuffled' })
      service.addRows(accountId, evenly(clock.now(), 12_000, 2_000))
      await readAll()
      expect(count()).toBe(12_000)
      expect(gaps()).toEqual([])
      expect(cache.history.beginning(accountId)).not.toBeNull()
      expect(service.requests.length).toBeLessThan((1.5 * 12_000) / Math.min(cap, 1_000) + 14)
    },
  )
})

test('an empty account takes three requests, a small one at most eight', async () => {
  const empty = start()
  await empty.readAll()
  expect(empty.service.requests.length).toBeLessThanOrEqual(3)
  const small = start()
  small.service.addRows(accountId, evenly(small.clock.now(), 300, 2_500))
  await small.readAll()
  expect(small.service.requests.length).toBeLessThanOrEqual(8)
  expect(small.count()).toBe(300)
})

test('accounts with equal numbers of rows are not requested repeatedly', async () => {
  const { readAll, service, clock, cache } = start()
  const ids = ['1', '2', '3', '4']
  for (const id of ids) service.addRows(id, evenly(clock.now(), 40, 900))
  await readAll(ids)
  for (const id of ids) expect(cache.transactions.count(id)).toBe(40)
  expect(service.requests.length).toBeLessThan(50)
})

test('a row from before the account was opened is found', async () => {
  const { readAll, service, clock, cache, count } = start()
  const openedAt = clock.now() - 500 * dayMs
  cache.accounts.replaceAccount({ ...emptyAccount, id: accountId, openedAt }, clock.now())
  service.addRows(accountId, [...evenly(clock.now(), 200, 480), booked('early', openedAt - 900 * dayMs)])
  await readAll()
  expect(count()).toBe(201)
  expect(cache.history.beginning(accountId)).toBe(Math.floor((openedAt - 900 * dayMs) / dayMs) * dayMs)
})

test('after months offline the missing months are read first, the newest month first', async () => {
  const { readRecent, readFurther, readRest, restart, service, clock, count, cache } = start({ cap: 100 })
  service.addRows(accountId, evenly(clock.now(), 2_000, 700))
  await readRecent()
  for (let step = 0; step < 5; step++) await readFurther()
  await clock.advance(200 * dayMs)
  service.addRows(
    accountId,
    Array.from({ length: 900 }, (_, i) => booked(`new-${i}`, clock.now() - 3_600_000 - i * 5 * 3_600_000)),
  )
  restart()
  await readRecent()
  expect(cache.coverage.list(accountId)).toHaveLength(2)
  const [older] = cache.coverage.list(accountId)
  const before = service.requests.length
  await readRest()
  const requests = service.requests.slice(before)
  const firstOlder = requests.findIndex(({ to }) => to <= (older?.from ?? 0))
  const lastInMissing = requests.findLastIndex(({ to, received }) => to > (older?.to ?? 0) && received < 100)
  expect(firstOlder).toBeGreaterThan(lastInMissing)
  expect(count()).toBe(2_900)
  expect(cache.coverage.list(accountId)).toHaveLength(1)
})
