import { expect, test } from 'vitest'
import { HistorySync } from '#main/sync/history/history-sync.ts'
import { booked, dayMs, HistoryService, type ServiceOptions } from '../../../../fakes/history-service.ts'
import { seededRandom } from '../../../../fakes/random.ts'
import { startSync } from '../../harness.ts'

const accountId = '1900001'
const signal = new AbortController().signal
const held = { purpose: 'held', signal } as const
const background = { purpose: 'background', signal } as const

/**
 * Returns `count` rows at pseudo-random times in the last `days` days until a minute before now, the same each time.
 */
const scattered = (now: number, count: number, days: number) => {
  const draw = seededRandom(7)
  return Array.from({ length: count }, (_, id) => booked(id, now - 60_000 - Math.floor(draw() * days * 86_400) * 1_000))
}

/** A service whose cap changes after the given numbers of responses. */
function start(options: ServiceOptions, caps: Readonly<Record<number, number>>) {
  const sync = startSync()
  const service = new HistoryService(options)
  service.beforeResponse = () => {
    service.options = { ...service.options, cap: caps[service.requests.length] ?? service.options.cap ?? Infinity }
  }
  sync.broker.responses.listTransactions = service.respond
  let history = new HistorySync(sync.context)
  return {
    ...sync,
    service,
    restart: () => void (history = new HistorySync(sync.context)),
    readRecent: () => history.readRecent(accountId, held),
    readFurther: () => history.readFurther([accountId], background),
    async readAll(): Promise<void> {
      await history.readRecent(accountId, held)
      for (let step = 0; (await history.readFurther([accountId], background)) !== 'nothing'; step++)
        if (step > 3_000) throw new Error('reading does not end')
    },
    /** Rows of the service that are not stored although their time is covered. */
    lost(): readonly string[] {
      const covered = sync.cache.coverage.list(accountId)
      return service
        .allRows(accountId)
        .filter(
          ({ id, at }) =>
            covered.some(({ from, to }) => from <= at && at < to) && !sync.cache.transactions.get(accountId, id),
        )
        .map(({ id }) => id)
    },
  }
}

const truncations = (['newest', 'oldest', 'shuffled'] as const).flatMap((order) =>
  (['newest', 'oldest', 'any'] as const).map((kept) => ({ order, kept })),
)

test.each(truncations)(
  'a cap that falls between two responses ($order first, $kept kept) loses no row',
  async (truncation) => {
    for (const fallsAt of [1, 4, 6]) {
      const { readAll, service, clock, cache, lost } = start({ cap: 200, ...truncation }, { [fallsAt]: 60 })
      service.addRows(accountId, scattered(clock.now(), 1_000, 2_000))
      await readAll()
      const rows = cache.transactions.count(accountId)
      expect({ fallsAt, lost: lost().length, rows }).toEqual({ fallsAt, lost: 0, rows: 1_000 })
    }
  },
)

test('a cap that falls while only the last days are read is noticed immediately, and no row is lost', async () => {
  for (const kept of ['newest', 'oldest', 'any'] as const) {
    const { readAll, readRecent, service, clock, cache, lost } = start({ cap: 200, kept }, {})
    service.addRows(accountId, scattered(clock.now(), 1_000, 40))
    await readAll()
    service.options = { cap: 60, kept }
    for (let minute = 0; minute < 6; minute++) {
      await clock.advance(60_000)
      service.addRows(accountId, [booked(`new-${minute}`, clock.now() - 30_000)])
      await readRecent()
    }
    expect(cache.history.longestResponse()).toEqual({ longest: 60, isCap: true })
    expect(lost()).toEqual([])
    await readAll()
    expect(cache.transactions.count(accountId)).toBe(1_006)
  }
})

test('a cap that falls directly before the process ends is noticed by the next process', async () => {
  for (const fallsAt of [5, 7]) {
    const { readRecent, readFurther, readAll, restart, service, clock, cache, lost } = start(
      { cap: 200, kept: 'any' },
      { [fallsAt]: 60 },
    )
    service.addRows(accountId, scattered(clock.now(), 1_000, 2_000))
    await readRecent()
    for (let step = 0; service.requests.length <= fallsAt && step < 50; step++) await readFurther()
    restart()
    await readAll()
    expect({ fallsAt, lost: lost().length, rows: cache.transactions.count(accountId) }).toEqual({
      fallsAt,
      lost: 0,
      rows: 1_000,
    })
  }
})

test.each(truncations)('after a cap rises ($order first, $kept kept) responses are longer', async (truncation) => {
  const { readAll, service, clock, cache, lost } = start({ cap: 60, ...truncation }, { 8: 900 })
  service.addRows(accountId, scattered(clock.now(), 6_000, 2_000))
  await readAll()
  expect([lost(), cache.transactions.count(accountId)]).toEqual([[], 6_000])
  expect(service.requests.length).toBeLessThan(95)
})

test.each(truncations)(
  'a cap that goes up and down ($order first, $kept kept) loses no row in the end',
  async (truncation) => {
    const caps = { 4: 60, 7: 300, 10: 100, 13: 60, 17: 200, 19: 90 }
    const { readAll, service, clock, cache, lost } = start({ cap: 200, ...truncation }, caps)
    service.addRows(accountId, scattered(clock.now(), 1_200, 2_000))
    await readAll()
    service.beforeResponse = () => undefined
    // A truncated response between two longer ones counts as complete, until everything is read again within a month.
    await clock.advance(28 * dayMs)
    await readAll()
    expect([lost(), cache.transactions.count(accountId)]).toEqual([[], 1_200])
  },
)

test('checks of the cap because of responses of equal length become rarer if the cap has not changed', async () => {
  const { readAll, service, clock, cache } = start({ cap: 100, kept: 'any', order: 'shuffled' }, {})
  const at = (i: number) => clock.now() - 60_000 - i * 3_600_000
  service.addRows(
    accountId,
    Array.from({ length: 6_000 }, (_, i) => booked(i, at(i))),
  )
  await readAll()
  expect(cache.transactions.count(accountId)).toBe(6_000)
  const checks = service.requests.filter(({ from, received }) => from === Date.UTC(1990, 0, 1) && received === 100)
  expect(checks.length).toBeLessThan(7)
})
