import { expect, test } from 'vitest'
import { d, makeQuote } from '../insight/make.ts'
import { dayMs, draftOf, minuteMs, priceAbove, startAlerts, symbol } from './rig.ts'
import { start } from './moved-alerts.ts'

test('trouble of the service is told when it has lasted, not after a sleep or a pause', async () => {
  const { opened, clock, state, told } = start()
  opened.alerts.save(null, draftOf({ kind: 'service', minutes: 10 }))
  state.connection = { phase: 'offline', since: clock.now(), message: 'No way to the service' }
  await clock.advance(8 * minuteMs)
  opened.alerts.wake()
  await clock.advance(8 * minuteMs)
  expect(told()).toEqual([])
  await clock.advance(4 * minuteMs)
  expect(told()).toMatchObject([{ facts: [{ form: 'minutes' }, { value: 'No way to the service' }, {}] }])
})

test('an outage is told once through a clock set ahead, set back, a sleep and a restart', async () => {
  const { clock, state, open, told } = startAlerts()
  const alerts = open()
  alerts.save(null, draftOf({ kind: 'service', minutes: 10 }))
  state.connection = { phase: 'offline', since: clock.now(), message: null }
  clock.set(5 * 60 * minuteMs)
  await clock.advance(9 * minuteMs)
  // The hours are the clock's, not the service's.
  expect(told()).toHaveLength(0)
  await clock.advance(4 * minuteMs)
  expect(told()).toHaveLength(1)
  clock.set(-5 * 60 * minuteMs)
  alerts.noteClock(-5 * 60 * minuteMs)
  await clock.advance(30 * minuteMs)
  alerts.wake()
  await clock.advance(30 * minuteMs)
  expect(told()).toHaveLength(1)
  alerts.close()
  state.connection = { phase: 'offline', since: clock.now(), message: null }
  const again = open()
  await clock.advance(30 * minuteMs)
  expect(told()).toHaveLength(1)
  state.connection = { phase: 'live', since: clock.now(), message: null }
  await clock.advance(2 * minuteMs)
  state.connection = { phase: 'offline', since: clock.now(), message: null }
  await clock.advance(12 * minuteMs)
  expect(told()).toHaveLength(2)
  expect(again.list()[0]?.status).toBe('fired')
})

test('a snooze lasts no longer for a clock that is set back', async () => {
  const { clock, open } = startAlerts()
  const alerts = open()
  const { rule } = alerts.save(null, priceAbove('100'))
  alerts.snooze(rule.id, clock.now() + 60 * minuteMs)
  clock.set(-5 * 60 * minuteMs)
  alerts.noteClock(-5 * 60 * minuteMs)
  await clock.advance(59 * minuteMs)
  expect(alerts.list()[0]?.status).toBe('snoozed')
  await clock.advance(2 * minuteMs)
  expect(alerts.list()[0]?.status).toBe('armed')
})

test('a move of the day is told once each day: midnight alone tells nothing, the next day’s own move does', async () => {
  const { clock, cache, opened, told } = start()
  const midnight = Math.ceil(clock.now() / dayMs) * dayMs
  const see = async (last: string, close: string): Promise<void> => {
    cache.quotes.put(makeQuote({ last: d(last), close: d(close), at: clock.now() }), clock.now())
    opened.alerts.hear('quotes.changed', { symbols: [symbol] })
    await clock.advance(500)
  }
  opened.alerts.save(null, draftOf({ kind: 'day-percent', symbol, move: 'up', percent: d('5') }))
  await see('106', '100')
  expect(told()).toHaveLength(1)
  await clock.advance(midnight - clock.now() + 6 * 60 * minuteMs)
  expect(told()).toHaveLength(1)
  // The new day begins at the close of the one before.
  await see('106', '106')
  await clock.advance(2 * minuteMs)
  expect(told()).toHaveLength(1)
  await see('112', '106')
  expect(told()).toHaveLength(2)
})
