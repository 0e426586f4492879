import { expect, test } from 'vitest'
import { booked } from '../../../fakes/history-service.ts'
import { accountId, evenly, start } from './rig.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

type Rig = ReturnType<typeof start>

/** Lets time pass as the jobs see it: recent rows and one round of background reading each minute. */
async function pass({ clock, readAll }: Rig, minutes: number, stepMinutes = 1): Promise<void> {
  for (let minute = 0; minute < minutes; minute += stepMinutes) {
    await clock.advance(stepMinutes * minuteMs)
    await readAll()
  }
}

const withdrawnIds = ({ journal }: Rig): string[] =>
  journal.withdrawn
    .list()
    .map(({ transaction }) => transaction.id)
    .sort()

test.each(['2', '150', '399'])('row %s of 400 is withdrawn after a second complete response without it', async (id) => {
  const rig = start({ cap: 500 })
  const { service, clock, cache, journal, count, topics } = rig
  service.addRows(accountId, evenly(clock.now(), 400, 60))
  await rig.readAll()
  service.removeRows(accountId, [id])
  const removedAt = clock.now()
  topics.length = 0
  await pass(rig, 24 * 60, 60)
  expect(withdrawnIds(rig)).toEqual([id])
  expect(count()).toBe(399)
  expect(cache.transactions.get(accountId, id)).toBeNull()
  expect(journal.withdrawn.list()[0]).toMatchObject({ accountId, transaction: { id, name: 'Deposit' } })
  expect(journal.withdrawn.list()[0]?.since).toBeGreaterThan(removedAt)
  expect(topics).toContain('transactions.changed')
})

test.each([
  { rowCount: 400, removed: ['0'], minutes: 5 },
  { rowCount: 400, removed: ['0', '1', '200'], minutes: 15 },
  { rowCount: 300, removed: ['0', '1', '2', '200'], minutes: 140 },
])('$removed of $rowCount rows are withdrawn within $minutes minutes', async ({ rowCount, removed, minutes }) => {
  const rig = start()
  rig.service.addRows(accountId, evenly(rig.clock.now(), rowCount, 60))
  await rig.readAll()
  rig.service.removeRows(accountId, removed)
  await pass(rig, minutes)
  expect(withdrawnIds(rig)).toEqual(removed)
})

test('the only recent row of a small account is withdrawn after three complete responses an hour apart', async () => {
  const rig = start()
  const { service, clock, count } = rig
  service.addRows(accountId, [...evenly(clock.now(), 30, 900), booked('coupon', clock.now() - 2 * hourMs)])
  await rig.readAll()
  expect(count()).toBe(31)
  service.removeRows(accountId, ['coupon'])
  await pass(rig, 110)
  expect(withdrawnIds(rig)).toEqual([])
  await pass(rig, 20)
  expect(withdrawnIds(rig)).toEqual(['coupon'])
  expect(count()).toBe(30)
})

test('a service that is empty for an hour withdraws nothing', async () => {
  const rig = start()
  const { service, clock, count } = rig
  const rows = evenly(clock.now(), 400, 900)
  service.addRows(accountId, rows)
  await rig.readAll()
  service.removeRows(
    accountId,
    rows.map(({ id }) => id),
  )
  rig.rereadLastMonth()
  await pass(rig, 60)
  service.addRows(accountId, rows)
  await pass(rig, 4 * 60)
  expect(withdrawnIds(rig)).toEqual([])
  expect(count()).toBe(400)
  expect(rig.cache.missing.isEmpty()).toBe(true)
})

test('a withdrawn row comes back when the service sends it again, as it is then', async () => {
  const rig = start()
  const { service, clock, cache, count } = rig
  const coupon = booked('coupon', clock.now() - 2 * hourMs)
  service.addRows(accountId, [...evenly(clock.now(), 30, 900), coupon])
  await rig.readAll()
  service.removeRows(accountId, ['coupon'])
  await pass(rig, 130)
  expect(count()).toBe(30)
  service.addRows(accountId, [{ ...coupon, name: 'Coupon' }])
  await pass(rig, 2)
  expect(withdrawnIds(rig)).toEqual([])
  expect(cache.transactions.get(accountId, 'coupon')?.transaction.name).toBe('Coupon')
  expect(rig.journal.withdrawn.records()).toMatchObject([{ transaction: { name: 'Coupon' } }])
  expect(JSON.stringify(rig.journal.events.latest(10))).toMatch(/sent again, and counts again.*no longer sent/)
})

test('withdrawals go on after a restart', async () => {
  const rig = start()
  const { service, clock } = rig
  service.addRows(accountId, [...evenly(clock.now(), 30, 900), booked('coupon', clock.now() - 2 * hourMs)])
  await rig.readAll()
  service.removeRows(accountId, ['coupon'])
  for (let minutes = 0; minutes < 140; minutes += 35) {
    await pass(rig, 35)
    rig.restart()
  }
  expect(withdrawnIds(rig)).toEqual(['coupon'])
})

test('responses that are cut off at a lower cap withdraw nothing', async () => {
  const rig = start({ cap: 100 })
  const { service, clock, count } = rig
  service.addRows(accountId, evenly(clock.now(), 600, 200))
  await rig.readAll()
  for (const cap of [60, 99, 40]) {
    service.options = { ...service.options, cap }
    await pass(rig, 3 * 24 * 60, 60)
    expect(withdrawnIds(rig)).toEqual([])
  }
  expect(count()).toBe(600)
})

test('a cap that falls to one row less than there are withdraws nothing, whichever row it drops', async () => {
  const rig = start({ cap: 100, kept: 'any' })
  const { service, clock, count } = rig
  service.addRows(accountId, evenly(clock.now(), 40, 3))
  await rig.readAll()
  service.options = { ...service.options, cap: 39 }
  await pass(rig, 24 * 60, 60)
  expect(withdrawnIds(rig)).toEqual([])
  expect(count()).toBe(40)
})

test('what a row was before the service changed it is kept, once for each content', async () => {
  const rig = start()
  const { service, clock, journal, cache } = rig
  const coupon = booked('coupon', clock.now() - 2 * hourMs)
  service.addRows(accountId, [coupon])
  await rig.readAll()
  for (const name of ['Coupon', 'Deposit', 'Coupon']) {
    service.addRows(accountId, [{ ...coupon, name }])
    await pass(rig, 5)
  }
  expect(journal.former.of(accountId, 'coupon').map(({ transaction }) => transaction.name)).toEqual([
    'Deposit',
    'Coupon',
  ])
  expect(cache.transactions.get(accountId, 'coupon')?.transaction.name).toBe('Coupon')
  expect(cache.changedRows.list()).toEqual([])
})

test('one withdrawn row costs a second reading of its interval and a request of its second', async () => {
  const requestsOf = async (isRemoved: boolean): Promise<number> => {
    const rig = start({ cap: 500 })
    const { service, clock } = rig
    service.addRows(accountId, evenly(clock.now(), 2_000, 60))
    await rig.readAll()
    if (isRemoved) service.removeRows(accountId, ['1200'])
    const before = service.requests.length
    await pass(rig, 12 * 60, 120)
    expect(withdrawnIds(rig)).toEqual(isRemoved ? ['1200'] : [])
    return service.requests.length - before
  }
  const [without, one] = [await requestsOf(false), await requestsOf(true)]
  expect(one - without).toBe(2)
})

test('rows with times ahead of the clock are not missed', async () => {
  const rig = start()
  const { service, clock, count } = rig
  service.addRows(accountId, [...evenly(clock.now(), 30, 900), booked('ahead', clock.now() + 10 * minuteMs)])
  await rig.readAll()
  await pass(rig, 240, 5)
  expect(count()).toBe(31)
  expect(withdrawnIds(rig)).toEqual([])
})

test('after the clock was set back, an interval whose response proves nothing is not requested again at once', async () => {
  const rig = start()
  const { service, clock, cache, readFurther } = rig
  service.addRows(accountId, [...evenly(clock.now(), 30, 900), booked('coupon', clock.now() - 2 * hourMs)])
  await rig.readAll()
  service.removeRows(accountId, ['coupon'])
  await pass(rig, 2)
  const [missing] = cache.missing.list(accountId)
  if (missing === undefined) throw new Error('no row is missing')
  cache.missing.put(accountId, [{ ...missing, dueAt: clock.now() + 5 * hourMs }])
  // Every response now looks truncated.
  cache.history.putLongestResponse({ longest: 1, isCap: true })
  rig.restart()
  await rig.readRecent()
  const before = service.requests.length
  for (let step = 0; step < 40; step++) if ((await readFurther()) === 'nothing') break
  const { from, to } = missing.interval
  const again = service.requests.slice(before).filter((request) => request.from <= from && request.to >= to)
  expect(again.length).toBeLessThan(10)
})

test('a recent row that is missing alone is looked for in a wider interval once, and then once an hour', async () => {
  const requestsOf = async (ids: readonly string[], cap: number): Promise<number> => {
    const rig = start({ cap })
    rig.service.addRows(accountId, evenly(rig.clock.now(), 400, 60))
    await rig.readAll()
    rig.service.removeRows(accountId, ids)
    const before = rig.service.requests.length
    await pass(rig, 50)
    return rig.service.requests.length - before
  }
  for (const cap of [1_000, 60]) {
    const without = await requestsOf([], cap)
    expect((await requestsOf(['0'], cap)) - without).toBeLessThan(12)
    expect((await requestsOf(['0', '1', '2', '3'], cap)) - without).toBeLessThan(12)
  }
})
