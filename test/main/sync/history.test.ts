import { describe, expect, test } from 'vitest'
import { createCache } from '../../../src/main/cache/cache.ts'
import { openCache } from '../../../src/main/cache/open.ts'
import { closeDatabase } from '../../../src/main/sqlite/open.ts'
import { createHistory } from '../../../src/main/sync/history.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { join } from 'node:path'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { booked, dayMs, HistoryService, type ServiceOptions } from '../../fakes/history-service.ts'
import { startSync } from './harness.ts'

const accountId = '1900001'
const signal = new AbortController().signal
const held = { purpose: 'held', signal } as const
const background = { purpose: 'background', signal } as const

/** `count` rows spread evenly over `days` days until a minute before now. */
const evenly = (now: number, count: number, days: number) =>
  Array.from({ length: count }, (_, id) => booked(id, now - 60_000 - Math.floor((id * days * 86_400) / count) * 1_000))

function start(options: ServiceOptions = {}) {
  const sync = startSync()
  const service = new HistoryService(options)
  sync.broker.answers.listTransactions = service.answer
  let history = createHistory(sync.context)
  async function readOn(accountIds = [accountId]): Promise<void> {
    for (let step = 0; (await history.readFurther(accountIds, background)) !== 'nothing'; step++)
      if (step > 3_000) throw new Error('it does not end')
  }
  return {
    ...sync,
    service,
    readRecent: (id = accountId) => history.readRecent(id, held),
    readAgain: () => history.readAgain([accountId]),
    readFurther: () => history.readFurther([accountId], background),
    readOn,
    async readAll(accountIds = [accountId]) {
      for (const id of accountIds) await history.readRecent(id, held)
      await readOn(accountIds)
    },
    restart: () => (history = createHistory(sync.context)),
    count: () => sync.cache.transactions.count(accountId),
    gaps: () => sync.cache.history.gaps(accountId),
  }
}

test('the last week comes first, for those who look; all else behind it, in the background', async () => {
  const { readRecent, readOn, service, broker, clock, cache, count } = start()
  service.put(accountId, evenly(clock.now(), 3_000, 1_000))
  await readRecent()
  expect(service.asked[0]).toMatchObject({ from: clock.now() - 7 * dayMs, to: clock.now() + 3_600_000 })
  expect(broker.asked.every(({ purpose }) => purpose === 'held')).toBe(true)
  expect(cache.coverage.list(accountId)).toEqual([{ from: clock.now() - 7 * dayMs, to: clock.now() }])
  const before = broker.asked.length
  await readOn()
  expect(broker.asked.slice(before).every(({ purpose }) => purpose === 'background')).toBe(true)
  expect(count()).toBe(3_000)
  expect(cache.coverage.list(accountId)).toHaveLength(1)
})

test('what is further back waits for the recent rows', async () => {
  const { readFurther, service } = start()
  expect(await readFurther()).toBe('waiting')
  expect(service.asked).toEqual([])
})

describe.each([100, 1_000, 1_500])('a service that cuts at %d rows', (cap) => {
  test.each(['newest', 'oldest', 'any'] as const)(
    'and keeps %s ones gives all in the end, for few requests',
    async (kept) => {
      const { readAll, service, clock, cache, count, gaps } = start({ cap, kept, order: 'shuffled' })
      service.put(accountId, evenly(clock.now(), 12_000, 2_000))
      await readAll()
      expect(count()).toBe(12_000)
      expect(gaps()).toEqual([])
      expect(cache.history.beginning(accountId)).not.toBeNull()
      expect(service.asked.length).toBeLessThan((1.5 * 12_000) / Math.min(cap, 1_000) + 14)
    },
  )
})

test('an empty account costs three requests, a small one no more than eight', async () => {
  const empty = start()
  await empty.readAll()
  expect(empty.service.asked.length).toBeLessThanOrEqual(3)
  const small = start()
  small.service.put(accountId, evenly(small.clock.now(), 300, 2_500))
  await small.readAll()
  expect(small.service.asked.length).toBeLessThanOrEqual(8)
  expect(small.count()).toBe(300)
})

test('rows all alike in number from account to account are not asked for again and again', async () => {
  const { readAll, service, clock, cache } = start()
  const ids = ['1', '2', '3', '4']
  for (const id of ids) service.put(id, evenly(clock.now(), 40, 900))
  await readAll(ids)
  for (const id of ids) expect(cache.transactions.count(id)).toBe(40)
  expect(service.asked.length).toBeLessThan(50)
})

test('a row from before the account was opened is found', async () => {
  const { readAll, service, clock, cache, count } = start()
  const openedAt = clock.now() - 500 * dayMs
  cache.accounts.replaceAccount(
    {
      id: accountId,
      type: '',
      status: '',
      equity: null,
      unrealizedProfit: null,
      positions: [],
      cash: [],
      portfolio: null,
      openedAt,
      firstTradeAt: null,
      firstNonTradeAt: null,
    },
    clock.now(),
  )
  service.put(accountId, [...evenly(clock.now(), 200, 480), booked('early', openedAt - 900 * dayMs)])
  await readAll()
  expect(count()).toBe(201)
  expect(cache.history.beginning(accountId)).toBe(Math.floor((openedAt - 900 * dayMs) / dayMs) * dayMs)
})

describe('a second that holds more rows than one answer carries', () => {
  const burstAt = Date.UTC(2025, 4, 7, 10, 30)
  const burst = (count: number) => Array.from({ length: count }, (_, i) => booked(`burst-${i}`, burstAt))

  test.each([true, false])(
    'is a known gap, its rows are kept, and it is not asked for again (end inclusive: %s)',
    async (isEndInclusive) => {
      const { readAll, readOn, readRecent, service, clock, count, gaps } = start({ cap: 100, isEndInclusive })
      service.put(accountId, evenly(clock.now(), 2_000, 700))
      service.put(accountId, burst(250))
      await readAll()
      expect(gaps()).toMatchObject([{ from: burstAt, to: burstAt + 1_000, received: 100 }])
      expect(count()).toBe(2_100)
      const before = service.asked.length
      await readRecent()
      await readOn()
      expect(service.asked.length).toBe(before + 1)
    },
  )

  test('is read whole once the service carries more', async () => {
    const { readAll, service, clock, count, gaps } = start({ cap: 100 })
    service.put(accountId, [...evenly(clock.now(), 2_000, 700), ...burst(250)])
    await readAll()
    service.options = { cap: 1_000 }
    await clock.advance(8 * dayMs)
    await readAll()
    expect(gaps()).toEqual([])
    expect(count()).toBe(2_250)
  })

  test('is tried again once a week', async () => {
    const { readAll, service, clock } = start({ cap: 100 })
    service.put(accountId, [...evenly(clock.now(), 500, 700), ...burst(250)])
    await readAll()
    const tries = () => service.asked.filter(({ from, to }) => from === burstAt && to === burstAt + 1_000).length
    const before = tries()
    for (let day = 0; day < 15; day++) {
      await clock.advance(dayMs)
      await readAll()
    }
    expect(tries() - before).toBeLessThanOrEqual(2)
  })

  test('is not read over and over where its rows are just as many as the limit, of which the service takes no heed', async () => {
    const { readAll, readOn, service, clock, count } = start({
      cap: 1_200,
      respectsLimit: false,
      order: 'shuffled',
      kept: 'any',
    })
    service.put(accountId, [...evenly(clock.now(), 3_000, 700), ...burst(1_000)])
    await readAll()
    expect(count()).toBe(4_000)
    const before = service.asked.length
    await readOn()
    expect(service.asked.length).toBe(before)
  })

  test('is no gap where it holds all rows that the account has', async () => {
    const { readAll, service, gaps, count } = start()
    service.put(accountId, burst(12))
    await readAll()
    expect(gaps()).toEqual([])
    expect(count()).toBe(12)
  })
})

describe('rows that are booked late', () => {
  test.each([
    { daysBack: 2, afterDays: 0 },
    { daysBack: 20, afterDays: 1.1 },
    { daysBack: 300, afterDays: 7.1 },
  ])(
    'under a time $daysBack days back are found after $afterDays days, and changed ones brought up to date',
    async ({ daysBack, afterDays }) => {
      const { readAll, service, clock, count, cache, topics } = start({ cap: 100 })
      service.put(accountId, evenly(clock.now(), 2_000, 700))
      await readAll()
      const at = Math.floor((clock.now() - daysBack * dayMs) / 1_000) * 1_000
      const changed = service.truth(accountId).find((row) => row.at > at)
      if (changed === undefined) throw new Error('no row to change')
      service.put(accountId, [booked('late', at), { ...changed, name: 'Corrected' }])
      await clock.advance(60_000 + afterDays * dayMs)
      topics.length = 0
      await readAll()
      expect(count()).toBe(2_001)
      expect(cache.transactions.get(accountId, changed.id)?.transaction.name).toBe('Corrected')
      expect(topics).toContain('transactions.changed')
    },
  )

  test('cost a quiet account one request a minute, and one more in five', async () => {
    const { readAll, readRecent, readOn, service, clock } = start()
    service.put(accountId, evenly(clock.now(), 2_000, 700))
    await readAll()
    const before = service.asked.length
    for (let minute = 0; minute < 10; minute++) {
      await clock.advance(60_000)
      await readRecent()
      await readOn()
    }
    expect(service.asked.length - before).toBeLessThanOrEqual(10 + 10 / 5 + 1)
  })

  test('under any time at all are found within a day where the account is small', async () => {
    const { readAll, service, clock, count, cache } = start({ cap: 1_000 })
    service.put(accountId, evenly(clock.now(), 3_000, 2_000))
    await readAll()
    const late = [400, 1_500, 2_900].map((days) => booked(`late-${days}`, clock.now() - days * dayMs))
    service.put(accountId, late)
    await clock.advance(dayMs)
    await readAll()
    expect(count()).toBe(3_003)
    expect(cache.history.beginning(accountId)).toBe(Math.floor((late[2]?.at ?? 0) / dayMs) * dayMs)
  })

  test('are looked for at a cost of a few hundred requests a day, however large the account', async () => {
    const { readAll, service, clock } = start({ cap: 20 })
    service.put(accountId, evenly(clock.now(), 6_000, 2_000))
    await readAll()
    const before = service.asked.length
    for (let hour = 0; hour < 48; hour++) {
      await clock.advance(3_600_000)
      await readAll()
    }
    expect((service.asked.length - before) / 2).toBeLessThan(3 * 288)
  })

  test('are looked for in the last month as soon as somebody asks', async () => {
    const { readAll, readAgain, readOn, service, clock, count } = start({ cap: 20 })
    service.put(accountId, evenly(clock.now(), 2_000, 400))
    await readAll()
    service.put(accountId, [booked('late', clock.now() - 20 * dayMs)])
    await readOn()
    expect(count()).toBe(2_000)
    // Within a second as well as at its beginning.
    await clock.advance(700)
    readAgain()
    await readOn()
    expect(count()).toBe(2_001)
  })
})

test('after months off, the hole is filled newest first before the reading goes further back', async () => {
  const { readRecent, readFurther, readOn, restart, service, clock, count, cache } = start({ cap: 100 })
  service.put(accountId, evenly(clock.now(), 2_000, 700))
  await readRecent()
  for (let step = 0; step < 5; step++) await readFurther()
  await clock.advance(200 * dayMs)
  service.put(
    accountId,
    Array.from({ length: 900 }, (_, i) => booked(`new-${i}`, clock.now() - 3_600_000 - i * 5 * 3_600_000)),
  )
  restart()
  await readRecent()
  expect(cache.coverage.list(accountId)).toHaveLength(2)
  const [older] = cache.coverage.list(accountId)
  const before = service.asked.length
  await readOn()
  const asked = service.asked.slice(before)
  const firstOlder = asked.findIndex(({ to }) => to <= (older?.from ?? 0))
  const lastInHole = asked.findLastIndex(({ to, received }) => to > (older?.to ?? 0) && received < 100)
  expect(firstOlder).toBeGreaterThan(lastInHole)
  expect(count()).toBe(2_900)
  expect(cache.coverage.list(accountId)).toHaveLength(1)
})

test('trouble in the middle loses nothing and claims nothing: the reading goes on where it was', async () => {
  const { readRecent, readFurther, readOn, service, clock, count, cache } = start({ cap: 100 })
  service.put(accountId, evenly(clock.now(), 3_000, 700))
  await readRecent()
  let answers = 0
  service.beforeAnswer = () => {
    if (answers++ % 3 === 2) throw new AppError('unavailable', 'In trouble')
  }
  let failures = 0
  for (let step = 0; step < 30; step++) {
    await readFurther().catch(() => failures++)
    const [covered, ...others] = cache.coverage.list(accountId)
    expect(others).toEqual([])
    const whole = service.truth(accountId).filter(({ at }) => at >= (covered?.from ?? 0) && at < (covered?.to ?? 0))
    expect(count()).toBeGreaterThanOrEqual(whole.length)
  }
  expect(failures).toBeGreaterThan(5)
  service.beforeAnswer = () => undefined
  await readOn()
  expect(count()).toBe(3_000)
})

test('a file that was closed in the middle is read on by the next process, and nothing is read twice', async () => {
  const path = join(makeTemporaryDirectory(), 'cache.sqlite')
  const { service, context, clock } = start({ cap: 100, order: 'shuffled' })
  service.put(accountId, evenly(clock.now(), 5_000, 1_500))
  for (let life = 0; life < 12; life++) {
    const { db } = openCache(path)
    const history = createHistory({ ...context, cache: createCache(db) })
    await history.readRecent(accountId, held)
    for (let step = 0; step < 9; step++) if ((await history.readFurther([accountId], background)) === 'nothing') break
    closeDatabase(db)
  }
  const { db } = openCache(path)
  const cache = createCache(db)
  const history = createHistory({ ...context, cache })
  await history.readRecent(accountId, held)
  for (let step = 0; (await history.readFurther([accountId], background)) !== 'nothing'; step++)
    expect(step).toBeLessThan(200)
  expect(cache.transactions.count(accountId)).toBe(5_000)
  expect(service.asked.length).toBeLessThan(2 * 50 + 12 * 6)
  closeDatabase(db)
})

test('a service that begins to cut shorter is noticed within a day', async () => {
  const { readAll, service, clock, count, cache } = start({ cap: 1_000 })
  service.put(accountId, evenly(clock.now(), 3_000, 300))
  await readAll()
  service.options = { cap: 100 }
  await clock.advance(dayMs / 2)
  service.put(
    accountId,
    Array.from({ length: 400 }, (_, i) => booked(`new-${i}`, clock.now() - 60_000 - i * 90_000)),
  )
  await clock.advance(dayMs / 2 + 60_000)
  await readAll()
  await readAll()
  expect(cache.history.longestAnswer()).toEqual({ longest: 100, isCap: true })
  expect(count()).toBe(3_400)
})

test('a service that refuses long intervals is asked for shorter ones', async () => {
  const { readAll, service, clock, count } = start({ widestMs: 100 * dayMs })
  service.put(accountId, evenly(clock.now(), 900, 1_400))
  await readAll()
  expect(count()).toBe(900)
  expect(service.asked.length).toBeLessThan(420)
})

test('a service that refuses times long past is asked for all that it answers for', async () => {
  const { readAll, service, clock, count, cache } = start({ cap: 100, earliest: Date.UTC(2015, 0, 1) })
  service.put(accountId, evenly(clock.now(), 2_000, 1_400))
  await readAll()
  expect(count()).toBe(2_000)
  expect(cache.history.beginning(accountId)).not.toBeNull()
  expect(service.asked.length).toBeLessThan(80)
  const before = service.asked.length
  await clock.advance(8 * dayMs)
  await readAll()
  expect(service.asked.length - before).toBeLessThan(90)
})

test('an account that the service refuses does not keep the others from being read', async () => {
  const { service, clock, cache, broker, context } = start()
  const history = createHistory(context)
  service.put('good', evenly(clock.now(), 50, 900))
  service.put('bad', evenly(clock.now(), 50, 900))
  for (const id of ['good', 'bad']) await history.readRecent(id, held)
  const { answer } = service
  broker.answers.listTransactions = (input) => {
    if (input.accountId === 'bad') throw new AppError('not-found', 'No such account')
    return answer(input)
  }
  let refusals = 0
  for (let step = 0; step < 20; step++) await history.readFurther(['bad', 'good'], background).catch(() => refusals++)
  expect(refusals).toBe(1)
  expect(cache.transactions.count('good')).toBe(50)
})
