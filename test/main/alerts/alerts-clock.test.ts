import { expect, test } from 'vitest'
import { watchClock } from '#main/time/clock-watch.ts'
import { AlertRow } from '#shared/model/alert.ts'
import { addFractions } from '../../fakes/clock.ts'
import { d, makeQuote } from '../insight/make.ts'
import { start } from './moved-alerts.ts'
import { dayMs, draftOf, minuteMs, priceAbove, startAlerts, symbol } from './rig.ts'

test('a rule on service trouble counts its duration from the last wake-up', async () => {
  const { opened, clock, state, notices } = start()
  opened.alerts.save(null, draftOf({ kind: 'service', minutes: 10 }))
  state.connection = { phase: 'offline', since: clock.now(), message: 'No way to the service' }
  await clock.advance(8 * minuteMs)
  opened.alerts.wake()
  await clock.advance(8 * minuteMs)
  expect(notices()).toEqual([])
  await clock.advance(4 * minuteMs)
  expect(notices()).toMatchObject([{ facts: [{ form: 'minutes' }, { value: 'No way to the service' }, {}] }])
})

test('an outage fires a rule once, even if the clock is set, the computer sleeps or the app restarts', async () => {
  const { clock, state, open, notices } = startAlerts()
  const alerts = open()
  alerts.save(null, draftOf({ kind: 'service', minutes: 10 }))
  state.connection = { phase: 'offline', since: clock.now(), message: null }
  clock.set(5 * 60 * minuteMs)
  await clock.advance(9 * minuteMs)
  // The five hours come from setting the clock. The outage itself is shorter than the duration of the rule.
  expect(notices()).toHaveLength(0)
  await clock.advance(4 * minuteMs)
  expect(notices()).toHaveLength(1)
  clock.set(-5 * 60 * minuteMs)
  alerts.noteClock(-5 * 60 * minuteMs)
  await clock.advance(30 * minuteMs)
  alerts.wake()
  await clock.advance(30 * minuteMs)
  expect(notices()).toHaveLength(1)
  alerts.close()
  state.connection = { phase: 'offline', since: clock.now(), message: null }
  const again = open()
  await clock.advance(30 * minuteMs)
  expect(notices()).toHaveLength(1)
  state.connection = { phase: 'live', since: clock.now(), message: null }
  await clock.advance(2 * minuteMs)
  state.connection = { phase: 'offline', since: clock.now(), message: null }
  await clock.advance(12 * minuteMs)
  expect(notices()).toHaveLength(2)
  expect(again.list()[0]?.status).toBe('fired')
})

test('setting the clock back does not extend a snooze', async () => {
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

test('a snoozed alert is listed with a whole time, and is there after a restart, when the clock was set back', async () => {
  const { clock, open } = startAlerts()
  addFractions(clock)
  const alerts = open()
  watchClock(clock, (byMs) => alerts.noteClock(byMs))
  const { rule } = alerts.save(null, priceAbove('100'))
  alerts.snooze(rule.id, clock.now() + 9 * 60 * minuteMs)
  clock.set(-3 * 60 * minuteMs)
  await clock.advance(minuteMs)
  const [row] = alerts.list()
  expect(AlertRow.safeParse(row).success).toBe(true)
  alerts.close()
  expect(open().list()).toEqual([row])
})

test('a rule on the change of the day fires once a day, and again only for a move of the next trading day', async () => {
  const { clock, cache, events, opened, notices } = start()
  const midnight = Math.ceil(clock.now() / dayMs) * dayMs
  const showQuote = async (last: string, close: string): Promise<void> => {
    cache.quotes.put(makeQuote({ last: d(last), close: d(close), at: clock.now() }), clock.now())
    events.publish('quotes.changed', { symbols: [symbol] })
    await clock.advance(500)
  }
  opened.alerts.save(null, draftOf({ kind: 'day-percent', symbol, move: 'up', percent: d('5') }))
  await showQuote('106', '100')
  expect(notices()).toHaveLength(1)
  await clock.advance(midnight - clock.now() + 6 * 60 * minuteMs)
  expect(notices()).toHaveLength(1)
  // The new trading day starts from a new previous close.
  await showQuote('106', '106')
  await clock.advance(2 * minuteMs)
  expect(notices()).toHaveLength(1)
  await showQuote('112', '106')
  expect(notices()).toHaveLength(2)
})
