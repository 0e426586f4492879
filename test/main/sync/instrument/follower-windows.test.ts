import { expect, test } from 'vitest'
import { makeDetails } from '../../insight/make.ts'
import { minuteMs, start, symbol } from './follower-rig.ts'

test('no request is sent for a window that is hidden or has not reported for 45 s', async () => {
  const { follow, clock, broker, requestNames } = start()
  follow(['book'], { isVisible: false })
  await clock.advance(minuteMs)
  expect(requestNames()).toEqual([])
  follow(['details', 'schedule', 'book'])
  await clock.advance(45_000)
  const before = broker.calls.length
  expect(before).toBeGreaterThan(10)
  await clock.advance(10 * minuteMs)
  expect(broker.calls.length).toBe(before)
})

test('reading stops immediately when the window is hidden', async () => {
  const { follow, clock, broker } = start()
  follow(['details', 'schedule', 'book'])
  await clock.advance(10_000)
  follow(['details', 'schedule', 'book'], { isVisible: false })
  const before = broker.calls.length
  await clock.advance(30_000)
  expect(broker.calls.length).toBe(before)
})

test('requests that wait for a slot are cancelled when the window shows another instrument', async () => {
  const { follow, clock, broker } = start()
  let open = (): void => undefined
  broker.slot = new Promise((resolve) => (open = resolve))
  for (const focused of ['AAA@XXXX', 'BBB@XXXX', 'CCC@XXXX']) {
    follow(['details', 'schedule', 'book'], { focused })
    await clock.advance(500)
  }
  open()
  await clock.advance(1_000)
  const symbols = broker.calls.map(({ input }) => (input as { symbol: string }).symbol)
  expect(new Set(symbols)).toEqual(new Set(['CCC@XXXX']))
})

test('a sent request is completed, even if the window then shows another instrument', async () => {
  const { follow, clock, broker, cache } = start()
  let respond = (): void => undefined
  broker.responses.getAsset = ({ symbol: requested }) =>
    new Promise((resolve) => (respond = () => resolve(makeDetails({ symbol: requested ?? '', type: 'EQUITIES' }))))
  follow(['details'])
  await clock.advance(500)
  follow(['details'], { isVisible: false })
  respond()
  await clock.advance(500)
  expect(cache.instrumentDetails.get(symbol)).not.toBeNull()
})

test('a part has at most one request at a time, for any number of windows and reports', async () => {
  const { follow, clock, broker } = start()
  let respond = (): void => undefined
  broker.responses.getAsset = () =>
    new Promise((resolve) => (respond = () => resolve(makeDetails({ symbol, type: 'EQUITIES' }))))
  for (const viewId of ['a', 'b', 'c']) follow(['details'], { viewId, again: true })
  await clock.advance(20_000)
  follow(['details'], { again: true })
  await clock.advance(20_000)
  expect(broker.count('getAsset')).toBe(1)
  respond()
  await clock.advance(1_000)
  // The last call requested a new reading while the first request was in flight.
  expect(broker.count('getAsset')).toBe(2)
})

test('ten windows with one instrument each leave most of the minute to other requests', async () => {
  const { follow, clock, broker } = start()
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < 10; i++)
      follow(['details', 'schedule', 'book', 'trades'], { viewId: `v${i}`, focused: `S${i}@XXXX` })
    await clock.advance(20_000)
  }
  const live = broker.count('getOrderBook') + broker.count('getTrades')
  expect(live / 4).toBeLessThan(45)
  expect(live / 4).toBeGreaterThan(25)
})
