import { expect, test } from 'vitest'
import { requestOf } from '#main/sync/instrument/part-troubles.ts'
import { makeDetails } from '../../insight/make.ts'
import { all, minuteMs, start, symbol } from './follower-rig.ts'

test('an opened instrument requests its details first, then each part of its type once, with the highest priority', async () => {
  const { follow, clock, broker, requestNames } = start({ type: 'BONDS' })
  follow(all)
  await clock.advance(1_000)
  expect(requestNames().slice(0, 2).toSorted()).toEqual(['getAsset', 'getSchedule'])
  expect(requestNames().toSorted()).toEqual([
    ...['getAsset', 'getOrderBook', 'getSchedule', 'getTrades', 'getTradingParams', 'listPastBondEvents'],
  ])
  expect(new Set(broker.calls.map(({ purpose }) => purpose))).toEqual(new Set(['user']))
})

test('each part is published when its reading starts and when it ends', async () => {
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

test('while on screen, a book is read every 2.5 s and trades every 5 s, the other parts once', async () => {
  const { showFor, broker } = start()
  await showFor(all, minuteMs)
  expect(broker.count('getOrderBook')).toBeGreaterThanOrEqual(23)
  expect(broker.count('getOrderBook')).toBeLessThanOrEqual(25)
  expect(broker.count('getTrades')).toBeGreaterThanOrEqual(11)
  expect(broker.count('getTrades')).toBeLessThanOrEqual(13)
  for (const name of ['getAsset', 'getTradingParams', 'getSchedule', 'listPastDividends'] as const)
    expect(broker.count(name)).toBe(1)
  expect(broker.calls.filter(({ name }) => name === 'getOrderBook').slice(1)).toEqual(
    Array.from({ length: broker.count('getOrderBook') - 1 }, () => ({
      name: 'getOrderBook',
      input: { symbol },
      purpose: 'visible',
    })),
  )
})

test('while the market is closed a book is read once, and again when it opens', async () => {
  const { showFor, broker } = start({ isOpen: false })
  await showFor(['details', 'schedule', 'book'], 59 * minuteMs)
  expect(broker.count('getOrderBook')).toBe(1)
  await showFor(['details', 'schedule', 'book'], 2 * minuteMs)
  expect(broker.count('getOrderBook')).toBeGreaterThan(15)
})

test('a screen left open through a night with closed markets takes less than 24 requests', async () => {
  const { showFor, broker, session, setSessions } = start()
  setSessions([session('CORE_TRADING', -600, -60), session('CLOSED', -60, 780)])
  await showFor(all, 12 * 60 * minuteMs)
  expect(broker.count('getOrderBook')).toBe(1)
  expect(broker.calls.length).toBeLessThan(24)
})

test('after the close the book is read once more', async () => {
  const { showFor, broker, session, setSessions } = start()
  setSessions([session('CORE_TRADING', -60, 5), session('CLOSED', 5, 600)])
  await showFor(['details', 'schedule', 'book'], 4.99 * minuteMs)
  const before = broker.count('getOrderBook')
  await showFor(['details', 'schedule', 'book'], 60 * minuteMs)
  expect(broker.count('getOrderBook')).toBe(before + 1)
})

test('"again" reads fresh and failed parts immediately, with the priority of the user', async () => {
  const { follow, showFor, failing, broker, clock } = start()
  failing.set('getTradingParams', 'not-found')
  await showFor(['details', 'params', 'dividends'], minuteMs)
  failing.clear()
  const before = broker.calls.length
  follow(['details', 'params', 'dividends'], { again: true })
  await clock.advance(100)
  expect(broker.calls.slice(before).map(({ name, purpose }) => `${name} ${purpose}`)).toEqual([
    'getAsset user',
    'getTradingParams user',
    'listPastDividends user',
  ])
})

test('a slow part delays neither the book nor an instrument that is opened while it is read', async () => {
  const { follow, clock, broker } = start()
  broker.responses.listPastDividends = () => new Promise(() => undefined)
  follow(['details', 'schedule', 'book', 'dividends'])
  await clock.advance(10_000)
  expect(broker.count('getOrderBook')).toBeGreaterThan(2)
  follow(['details'], { viewId: 'other', focused: 'BBB@XXXX' })
  await clock.advance(100)
  expect(broker.calls.at(-1)).toMatchObject({ name: 'getAsset', input: { symbol: 'BBB@XXXX' } })
})

test('a part that the permissions exclude is not requested, and is shown as forbidden', async () => {
  const { showFor, follow, broker, cache, clock, instruments } = start()
  const permission = { delayMinutes: 0, mic: 'XXXX', country: '', continent: '', isWorldwide: false }
  const permissions = [{ ...permission, quoteLevel: 'QUOTE_LEVEL_BEST_BID_OFFER' }]
  cache.sessionDetails.put({ ...broker.details, permissions }, clock.now())
  await showFor(['details', 'schedule', 'book', 'trades'], minuteMs)
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

test('trading parameters are those of the chosen account, otherwise of the first account of the token', async () => {
  const { follow, clock, broker } = start()
  follow(['details', 'params'])
  await clock.advance(1_000)
  follow(['details', 'params'], { accountId: 'B' })
  await clock.advance(1_000)
  expect(broker.calls.filter(({ name }) => name === 'getTradingParams').map(({ input }) => input)).toEqual([
    { symbol, accountId: '1900001' },
    { symbol, accountId: 'B' },
  ])
})

test('after the clock is set back, no part waits until the earlier time', async () => {
  const { follow, clock, broker, cache } = start()
  cache.instrumentDetails.put(makeDetails({ symbol }), clock.now() + 3 * 86_400_000)
  follow(['details'])
  await clock.advance(1_000)
  expect(broker.count('getAsset')).toBe(1)
})

test('an instrument without a market has no parts, and nothing is requested for it', async () => {
  const { instruments, follow, clock, requestNames } = start()
  expect(instruments.partsOf('ABCD')).toEqual([])
  follow(all, { focused: 'ABCD', again: true })
  await clock.advance(20_000)
  expect(requestNames()).toEqual([])
})
