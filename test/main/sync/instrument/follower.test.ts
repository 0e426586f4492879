import { expect, test } from 'vitest'
import { InstrumentFollower } from '../../../../src/main/sync/instrument/follower.ts'
import { requestOf } from '../../../../src/main/sync/instrument/part-request.ts'
import { createInstrumentJob } from '../../../../src/main/sync/jobs/instrument.ts'
import { Scheduler } from '../../../../src/main/sync/scheduler.ts'
import { AppError, type ErrorCode } from '../../../../src/shared/errors.ts'
import type { InstrumentPart } from '../../../../src/shared/model/instrument-view.ts'
import { makeDetails } from '../../insight/make.ts'
import { startSync } from '../harness.ts'

const symbol = 'AAA@XXXX'
const minuteMs = 60_000

/** A follower in its scheduler, over a service that answers all of it. */
function start({ type = 'EQUITIES', isOpen = true } = {}) {
  const sync = startSync()
  const { broker, clock, cache } = sync
  const failing = new Map<string, ErrorCode>()
  const session = (state: string, from: number, to: number) => ({
    type: state,
    startAt: clock.now() + from * minuteMs,
    endAt: clock.now() + to * minuteMs,
  })
  let sessions = isOpen
    ? [session('CORE_TRADING', -60, 600)]
    : [session('CORE_TRADING', -600, -60), session('CLOSED', -60, 60), session('CORE_TRADING', 60, 600)]
  const answer =
    <T>(name: string, value: (input: { symbol?: string | undefined }) => T) =>
    (input: { symbol?: string | undefined }): T => {
      const code = failing.get(name)
      if (code !== undefined) throw new AppError(code, `It is ${code}`)
      return value(input)
    }
  const page = { rows: [], malformed: [], received: 0, hasNext: false }
  broker.answers = {
    getAsset: answer('getAsset', (input) => makeDetails({ symbol: input.symbol ?? '', type })),
    getTradingParams: answer('getTradingParams', () => ({
      symbol,
      accountId: '1900001',
      isTradable: true,
      longable: null,
      shortable: null,
      longRiskRate: null,
      shortRiskRate: null,
      longCollateral: null,
      shortCollateral: null,
      longInitialMargin: null,
      shortInitialMargin: null,
      priceType: null,
    })),
    getSchedule: answer('getSchedule', () => ({ sessions })),
    getOrderBook: answer('getOrderBook', () => ({ rows: [], malformed: [] })),
    getTrades: answer('getTrades', () => ({ rows: [], malformed: [] })),
    listOptions: answer('listOptions', () => ({ rows: [], malformed: [] })),
    listConstituents: answer('listConstituents', () => ({ rows: [], malformed: [], nextCursor: null })),
    listPastDividends: answer('listPastDividends', () => page),
    listPastBondEvents: answer('listPastBondEvents', () => page),
    listFutureSplits: answer('listFutureSplits', () => page),
  }
  cache.sessionDetails.put(broker.details, clock.now())
  const instruments = new InstrumentFollower(sync.context, () => 0)
  const quiet = (): void => undefined
  const jobs = [createInstrumentJob(instruments)]
  const scheduler = new Scheduler({ jobs, clock, random: () => 0, onChange: quiet, onOutcome: quiet })
  scheduler.start()
  const follow = (
    parts: readonly InstrumentPart[],
    { isVisible = true, again = false, of = symbol, viewId = 'view', accountId = null as string | null } = {},
  ): void => {
    const focus = { symbol: of, accountId, parts, chain: { root: null, expiration: null }, isVisible }
    if (instruments.follow(viewId, focus, again)) scheduler.wake('instrument', again ? 'person' : 'schedule')
  }
  /** A window repeats its word; that many milliseconds go by. */
  const watch = async (parts: readonly InstrumentPart[], ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 20_000) {
      follow(parts)
      await clock.advance(Math.min(20_000, left))
    }
  }
  const names = (): string[] => broker.asked.map(({ name }) => name)
  const setSessions = (next: typeof sessions): void => void (sessions = next)
  return { ...sync, instruments, scheduler, follow, watch, failing, names, session, setSessions }
}

const all: readonly InstrumentPart[] = [
  ...(['details', 'params', 'schedule', 'book', 'trades', 'options'] as const),
  ...(['constituents', 'dividends', 'bond-events', 'splits'] as const),
]

test('the first look asks for the type first, then once for each part that this type has, before all else', async () => {
  const { follow, clock, broker, names } = start({ type: 'BONDS' })
  follow(all)
  await clock.advance(1_000)
  expect(names().slice(0, 2).toSorted()).toEqual(['getAsset', 'getSchedule'])
  expect(names().toSorted()).toEqual([
    ...['getAsset', 'getOrderBook', 'getSchedule', 'getTrades', 'getTradingParams', 'listPastBondEvents'],
  ])
  expect(new Set(broker.asked.map(({ purpose }) => purpose))).toEqual(new Set(['person']))
})

test('each part is news when it begins to be read and when it was', async () => {
  const { follow, clock, topics } = start({ type: 'INDICES' })
  follow(['constituents', 'details'])
  await clock.advance(1_000)
  expect(topics).toEqual([
    'instrument.changed',
    'instruments.changed',
    'instrument.changed',
    'instrument.changed',
    'instrument.changed',
  ])
})

test('a book is read every 2.5 s and trades every 5 s while somebody looks, the rest once', async () => {
  const { watch, broker } = start()
  await watch(all, minuteMs)
  expect(broker.count('getOrderBook')).toBeGreaterThanOrEqual(23)
  expect(broker.count('getOrderBook')).toBeLessThanOrEqual(25)
  expect(broker.count('getTrades')).toBeGreaterThanOrEqual(11)
  expect(broker.count('getTrades')).toBeLessThanOrEqual(13)
  for (const name of ['getAsset', 'getTradingParams', 'getSchedule', 'listPastDividends'] as const)
    expect(broker.count(name)).toBe(1)
  expect(broker.asked.filter(({ name }) => name === 'getOrderBook').slice(1)).toEqual(
    Array.from({ length: broker.count('getOrderBook') - 1 }, () => ({
      name: 'getOrderBook',
      input: { symbol },
      purpose: 'visible',
    })),
  )
})

test('nothing is asked for a window that is hidden, or was not heard of for 45 s', async () => {
  const { follow, clock, broker, names } = start()
  follow(['book'], { isVisible: false })
  await clock.advance(minuteMs)
  expect(names()).toEqual([])
  follow(['details', 'schedule', 'book'])
  await clock.advance(45_000)
  const before = broker.asked.length
  expect(before).toBeGreaterThan(10)
  await clock.advance(10 * minuteMs)
  expect(broker.asked.length).toBe(before)
})

test('a window that is hidden again stops the reading at once', async () => {
  const { follow, clock, broker } = start()
  follow(['details', 'schedule', 'book'])
  await clock.advance(10_000)
  follow(['details', 'schedule', 'book'], { isVisible: false })
  const before = broker.asked.length
  await clock.advance(30_000)
  expect(broker.asked.length).toBe(before)
})

test('while the market is closed a book is read once, and again when it opens', async () => {
  const { watch, broker } = start({ isOpen: false })
  await watch(['details', 'schedule', 'book'], 59 * minuteMs)
  expect(broker.count('getOrderBook')).toBe(1)
  await watch(['details', 'schedule', 'book'], 2 * minuteMs)
  expect(broker.count('getOrderBook')).toBeGreaterThan(15)
})

test('a screen left open over a closed night costs less than two dozen requests', async () => {
  const { watch, broker, session, setSessions } = start()
  setSessions([session('CORE_TRADING', -600, -60), session('CLOSED', -60, 780)])
  await watch(all, 12 * 60 * minuteMs)
  expect(broker.count('getOrderBook')).toBe(1)
  expect(broker.asked.length).toBeLessThan(24)
})

test('after the close one more look is taken', async () => {
  const { watch, broker, session, setSessions } = start()
  setSessions([session('CORE_TRADING', -60, 5), session('CLOSED', 5, 600)])
  await watch(['details', 'schedule', 'book'], 4.99 * minuteMs)
  const before = broker.count('getOrderBook')
  await watch(['details', 'schedule', 'book'], 60 * minuteMs)
  expect(broker.count('getOrderBook')).toBe(before + 1)
})

test('a part that fails says why, is left alone longer each time, and holds up no other', async () => {
  const { watch, broker, failing, instruments } = start()
  failing.set('getOrderBook', 'unavailable')
  await watch(['details', 'schedule', 'book', 'trades'], 5 * minuteMs)
  expect(broker.count('getOrderBook')).toBeLessThan(10)
  expect(broker.count('getTrades')).toBeGreaterThan(50)
  expect(instruments.standing(requestOf(symbol, 'book'))).toMatchObject({ problem: 'It is unavailable' })
  expect(instruments.standing(requestOf(symbol, 'trades'))).toMatchObject({ problem: null })
  failing.clear()
  await watch(['details', 'schedule', 'book', 'trades'], 5 * minuteMs)
  expect(instruments.standing(requestOf(symbol, 'book'))).toMatchObject({ problem: null })
})

test('what vanished stays as it was read, and its part says so', async () => {
  const { watch, failing, instruments, cache, clock } = start()
  await watch(['details', 'params'], minuteMs)
  const readAt = cache.instrumentDetails.get(symbol)?.fetchedAt
  failing.set('getAsset', 'not-found')
  await clock.advance(24 * 60 * minuteMs)
  await watch(['details', 'params'], minuteMs)
  expect(instruments.standing(requestOf(symbol, 'details')).problem).toBe(
    'Shown is what was read before. It is not-found',
  )
  expect(cache.instrumentDetails.get(symbol)).toMatchObject({ details: { name: 'Triple A' }, fetchedAt: readAt })
})

test('an instrument that neither the service nor a list knows costs two requests, not ten', async () => {
  const { watch, failing, instruments, names } = start()
  failing.set('getAsset', 'invalid')
  failing.set('getSchedule', 'invalid')
  await watch(all, 5 * minuteMs)
  expect(names().toSorted()).toEqual(['getAsset', 'getSchedule'])
  expect(instruments.partsOf(symbol)).toEqual(['details'])
})

test('where the service is only in trouble the type stays unknown, and the details are asked for again', async () => {
  const { watch, failing, instruments, broker } = start()
  failing.set('getAsset', 'unavailable')
  await watch(all, minuteMs)
  expect(instruments.partsOf(symbol)).toEqual(all)
  expect(broker.count('getOrderBook')).toBe(0)
  failing.clear()
  await watch(all, 5 * minuteMs)
  expect(broker.count('getOrderBook')).toBeGreaterThan(0)
})

test('"again" reads what is fresh, and what failed, at once and for a person', async () => {
  const { follow, watch, failing, broker, clock } = start()
  failing.set('getTradingParams', 'not-found')
  await watch(['details', 'params', 'dividends'], minuteMs)
  failing.clear()
  const before = broker.asked.length
  follow(['details', 'params', 'dividends'], { again: true })
  await clock.advance(100)
  expect(broker.asked.slice(before).map(({ name, purpose }) => `${name} ${purpose}`)).toEqual([
    'getAsset person',
    'getTradingParams person',
    'listPastDividends person',
  ])
})

test('a part is asked for once at a time, however many windows show it and however often they say so', async () => {
  const { follow, clock, broker } = start()
  let answer = (): void => undefined
  broker.answers.getAsset = () =>
    new Promise((resolve) => (answer = () => resolve(makeDetails({ symbol, type: 'EQUITIES' }))))
  for (const viewId of ['a', 'b', 'c']) follow(['details'], { viewId, again: true })
  await clock.advance(20_000)
  follow(['details'], { again: true })
  await clock.advance(20_000)
  expect(broker.count('getAsset')).toBe(1)
  answer()
  await clock.advance(1_000)
  // The last word asked anew while the first answer was out.
  expect(broker.count('getAsset')).toBe(2)
})

test('a slow part does not hold up the book, nor an instrument that is opened meanwhile', async () => {
  const { follow, clock, broker } = start()
  broker.answers.listPastDividends = () => new Promise(() => undefined)
  follow(['details', 'schedule', 'book', 'dividends'])
  await clock.advance(10_000)
  expect(broker.count('getOrderBook')).toBeGreaterThan(2)
  follow(['details'], { viewId: 'other', of: 'BBB@XXXX' })
  await clock.advance(100)
  expect(broker.asked.at(-1)).toMatchObject({ name: 'getAsset', input: { symbol: 'BBB@XXXX' } })
})

test.each(['offline', 'signed-out'] as const)('when it is %s nothing more is asked', async (code) => {
  const { follow, clock, failing, broker, scheduler } = start()
  follow(['details', 'schedule', 'book'])
  await clock.advance(5_000)
  failing.set('getOrderBook', code)
  await clock.advance(10_000)
  const before = broker.asked.length
  await clock.advance(25_000)
  expect(broker.asked.length).toBe(before)
  expect(scheduler.states[0]?.phase).toBe('stopped')
})

test('when the connection is there again, what it failed for is read at once', async () => {
  const { follow, clock, failing, broker, scheduler, instruments } = start()
  failing.set('getAsset', 'offline')
  follow(['details'])
  await clock.advance(1_000)
  expect(instruments.standing(requestOf(symbol, 'details'))).toMatchObject({ problem: 'It is offline' })
  failing.clear()
  scheduler.start()
  await clock.advance(200)
  expect(broker.count('getAsset')).toBe(2)
  expect(instruments.standing(requestOf(symbol, 'details'))).toMatchObject({ problem: null })
})

test('while paused nothing is asked, and a person who wants it anyway is told', async () => {
  const { follow, clock, scheduler, names } = start()
  scheduler.pause()
  follow(['details'])
  await clock.advance(5_000)
  expect(names()).toEqual([])
  expect(() => follow(['details'], { again: true })).toThrow(expect.objectContaining({ code: 'invalid' }))
  scheduler.start()
  await clock.advance(5_000)
  expect(names()).toEqual(['getAsset'])
})

test('what the permissions rule out is not asked for, and says so', async () => {
  const { watch, follow, broker, cache, clock, instruments } = start()
  const permission = { delayMinutes: 0, mic: 'XXXX', country: '', continent: '', isWorldwide: false }
  const permissions = [{ ...permission, quoteLevel: 'QUOTE_LEVEL_BEST_BID_OFFER' }]
  cache.sessionDetails.put({ ...broker.details, permissions }, clock.now())
  await watch(['details', 'schedule', 'book', 'trades'], minuteMs)
  follow(['book'], { again: true })
  await clock.advance(1_000)
  expect(broker.count('getOrderBook')).toBe(0)
  expect(broker.count('getTrades')).toBeGreaterThan(5)
  expect(instruments.standing(requestOf(symbol, 'book'))).toEqual({
    problem: null,
    isForbidden: true,
    isAsked: false,
    nextAt: null,
  })
})

test('parameters are those of the account chosen, else of the first of the token', async () => {
  const { follow, clock, broker } = start()
  follow(['details', 'params'])
  await clock.advance(1_000)
  follow(['details', 'params'], { accountId: 'B' })
  await clock.advance(1_000)
  expect(broker.asked.filter(({ name }) => name === 'getTradingParams').map(({ input }) => input)).toEqual([
    { symbol, accountId: '1900001' },
    { symbol, accountId: 'B' },
  ])
})

test('ten windows of one instrument each leave the minute to others', async () => {
  const { follow, clock, broker } = start()
  for (let turn = 0; turn < 12; turn++) {
    for (let i = 0; i < 10; i++)
      follow(['details', 'schedule', 'book', 'trades'], { viewId: `v${i}`, of: `S${i}@XXXX` })
    await clock.advance(20_000)
  }
  const live = broker.count('getOrderBook') + broker.count('getTrades')
  expect(live / 4).toBeLessThan(45)
  expect(live / 4).toBeGreaterThan(25)
})

test('a clock set back makes nothing wait for the time it had', async () => {
  const { follow, clock, broker, cache } = start()
  cache.instrumentDetails.put(makeDetails({ symbol }), clock.now() + 3 * 86_400_000)
  follow(['details'])
  await clock.advance(1_000)
  expect(broker.count('getAsset')).toBe(1)
})
