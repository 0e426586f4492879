import { expect, test } from 'vitest'
import { requestOf } from '#main/sync/instrument/part-troubles.ts'
import { all, minuteMs, start, symbol } from './follower-rig.ts'

test('a failing part shows the reason, waits longer after each failure, and does not delay other parts', async () => {
  const { showFor, broker, failing, instruments } = start()
  failing.set('getOrderBook', 'unavailable')
  await showFor(['details', 'schedule', 'book', 'trades'], 5 * minuteMs)
  expect(broker.count('getOrderBook')).toBeLessThan(10)
  expect(broker.count('getTrades')).toBeGreaterThan(50)
  expect(instruments.standing(requestOf(symbol, 'book'))).toMatchObject({ problem: 'It is unavailable' })
  expect(instruments.standing(requestOf(symbol, 'trades'))).toMatchObject({ problem: null })
  failing.clear()
  await showFor(['details', 'schedule', 'book', 'trades'], 5 * minuteMs)
  expect(instruments.standing(requestOf(symbol, 'book'))).toMatchObject({ problem: null })
})

test('if the service no longer knows an instrument, the last reading is kept and the part shows the problem', async () => {
  const { showFor, failing, instruments, cache, clock } = start()
  await showFor(['details', 'params'], minuteMs)
  const readAt = cache.instrumentDetails.get(symbol)?.fetchedAt
  failing.set('getAsset', 'not-found')
  await clock.advance(24 * 60 * minuteMs)
  await showFor(['details', 'params'], minuteMs)
  expect(instruments.standing(requestOf(symbol, 'details')).problem).toBe('Showing an earlier reading. It is not-found')
  expect(cache.instrumentDetails.get(symbol)).toMatchObject({ details: { name: 'Triple A' }, fetchedAt: readAt })
})

test('an instrument that is in no list and unknown to the service takes two requests, not ten', async () => {
  const { showFor, failing, instruments, requestNames } = start()
  failing.set('getAsset', 'invalid')
  failing.set('getSchedule', 'invalid')
  await showFor(all, 5 * minuteMs)
  expect(requestNames().toSorted()).toEqual(['getAsset', 'getSchedule'])
  expect(instruments.partsOf(symbol)).toEqual(['details'])
})

test('if the service is only unavailable, the type stays unknown and the details are requested again', async () => {
  const { showFor, failing, instruments, broker } = start()
  failing.set('getAsset', 'unavailable')
  await showFor(all, minuteMs)
  expect(instruments.partsOf(symbol)).toEqual(all)
  expect(broker.count('getOrderBook')).toBe(0)
  failing.clear()
  await showFor(all, 5 * minuteMs)
  expect(broker.count('getOrderBook')).toBeGreaterThan(0)
})

test.each(['offline', 'signed-out'] as const)('after an error %s no more requests are sent', async (code) => {
  const { follow, clock, failing, broker, scheduler } = start()
  follow(['details', 'schedule', 'book'])
  await clock.advance(5_000)
  failing.set('getOrderBook', code)
  await clock.advance(10_000)
  const before = broker.calls.length
  await clock.advance(25_000)
  expect(broker.calls.length).toBe(before)
  expect(scheduler.states[0]?.phase).toBe('stopped')
})

test('when the connection is back, parts that failed without it are read immediately', async () => {
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

test('while paused no request is sent, and a request of the user is refused with a message', async () => {
  const { follow, clock, scheduler, requestNames } = start()
  scheduler.pause()
  follow(['details'])
  await clock.advance(5_000)
  expect(requestNames()).toEqual([])
  expect(() => follow(['details'], { again: true })).toThrow(expect.objectContaining({ code: 'invalid' }))
  scheduler.start()
  await clock.advance(5_000)
  expect(requestNames()).toEqual(['getAsset'])
})
