import { expect, test } from 'vitest'
import { d, makeQuote } from '../insight/make.ts'
import { start } from './moved-alerts.ts'
import { accountId, draftOf, minuteMs, priceAbove, symbol } from './rig.ts'

test('a price move fires a rule, stores its values and publishes events', async () => {
  const { opened, trade, notices, topics } = start()
  opened.alerts.save(null, priceAbove('100', { note: 'sell' }))
  await trade('99')
  expect(notices()).toEqual([])
  topics.length = 0
  await trade('100.5')
  expect(notices()).toMatchObject([
    { cause: 'fired', note: 'sell', facts: [{ label: 'Last', form: 'price', value: '100.5' }], readAt: null },
  ])
  expect(topics).toEqual(['alerts.changed', 'notices.changed', 'notice.raised'])
  expect(opened.alerts.list()).toMatchObject([{ status: 'fired', firedCount: 1, reading: { isBeyond: true } }])
  await trade('101')
  expect(notices()).toHaveLength(1)
})

test('several changes at the same time cause one check; a quote of an instrument without a rule causes none', async () => {
  const { opened, events, clock, cache, notices } = start()
  opened.alerts.save(null, priceAbove('100'))
  await clock.advance(500)
  cache.quotes.put(makeQuote({ last: d('101'), at: clock.now() }), clock.now())
  const waiting = clock.pending
  events.publish('quotes.changed', { symbols: ['BBB@XXXX'] })
  expect(clock.pending).toBe(waiting)
  for (let count = 0; count < 50; count++) events.publish('quotes.changed', { symbols: [symbol] })
  expect(clock.pending).toBe(waiting + 1)
  await clock.advance(500)
  expect(notices()).toHaveLength(1)
})

test('after a restart a rule does not fire again for the same crossing, but fires for a new one', async () => {
  const { opened, trade, notices, restart, clock } = start()
  opened.alerts.save(null, priceAbove('100'))
  await trade('101')
  restart()
  await trade('102')
  await clock.advance(5 * minuteMs)
  expect(notices()).toHaveLength(1)
  await trade('90')
  restart()
  await trade('103')
  expect(notices()).toHaveLength(2)
})

test('a rule whose notice cannot be saved fires once saving works again', async () => {
  const { opened, trade, notices, journalDb, faults, topics } = start()
  opened.alerts.save(null, priceAbove('100'))
  journalDb.pragma('query_only = on')
  await trade('101')
  expect(faults).toHaveLength(1)
  expect(topics).not.toContain('notice.raised')
  journalDb.pragma('query_only = off')
  await trade('101')
  expect(notices()).toHaveLength(1)
  expect(topics).toContain('notice.raised')
})

test('orders filled before a rule is saved do not fire it; orders filled later fire it once, in one notice', async () => {
  const { opened, orders, notices, restart } = start()
  await orders('FILLED', 'NEW', 'NEW')
  opened.alerts.save(null, draftOf({ kind: 'order', accountId: null, on: 'filled' }))
  await orders('FILLED', 'NEW', 'NEW')
  expect(notices()).toEqual([])
  await orders('FILLED', 'FILLED', 'FILLED')
  expect(notices()).toMatchObject([{ cause: 'fired', facts: [{ value: 'filled' }, {}, { value: 'filled' }, {}] }])
  restart()
  await orders('FILLED', 'FILLED', 'FILLED')
  expect(notices()).toHaveLength(1)
})

test('an unknown status fires a rule on orders that need attention', async () => {
  const { opened, orders, notices } = start()
  opened.alerts.save(null, draftOf({ kind: 'order', accountId, on: 'needs-attention' }))
  await orders('NEW', 'CAME_LATER')
  expect(notices()).toMatchObject([{ facts: [{ value: 'came later' }, { label: 'Executed', value: '3' }] }])
})

test('occurrences during a cool-down fire the rule after the cool-down', async () => {
  const { opened, orders, notices, clock } = start()
  opened.alerts.save(null, draftOf({ kind: 'order', accountId, on: 'refused' }, { coolDownMinutes: 10 }))
  await orders('REJECTED')
  await orders('REJECTED', 'FAILED')
  expect(notices()).toHaveLength(1)
  await clock.advance(11 * minuteMs)
  expect(notices()).toMatchObject([{}, { facts: [{ value: 'failed' }, {}] }])
})

test('changing the note does not fire a rule again; changing the threshold resets its state', async () => {
  const { opened, trade, notices } = start()
  const { rule } = opened.alerts.save(null, priceAbove('100'))
  await trade('101')
  opened.alerts.save(rule.id, priceAbove('100', { note: 'corrected' }))
  await trade('102')
  expect(notices()).toHaveLength(1)
  opened.alerts.save(rule.id, priceAbove('90'))
  await trade('102')
  expect(notices()).toMatchObject([{ note: '' }, { condition: { threshold: '90' } }])
})

test('a snooze survives a restart, ends by itself, and then the rule fires if its condition still holds', async () => {
  const { opened, trade, notices, clock, restart } = start()
  const { rule } = opened.alerts.save(null, priceAbove('100'))
  await trade('101')
  opened.alerts.snooze(rule.id, clock.now() + 30 * minuteMs)
  restart()
  await trade('102')
  expect(opened.alerts.list()).toMatchObject([{ status: 'snoozed' }])
  expect(notices()).toHaveLength(1)
  await clock.advance(32 * minuteMs)
  expect(notices()).toHaveLength(2)
})

test('invalid input is rejected with an error code and changes nothing', async () => {
  const { opened, clock, journal } = start()
  const invalid = (run: () => unknown) => expect(run).toThrow(expect.objectContaining({ code: 'invalid' }))
  invalid(() => opened.alerts.save(null, priceAbove('100', { expiresAt: clock.now() })))
  invalid(() => opened.alerts.snooze(opened.alerts.save(null, priceAbove('1')).rule.id, clock.now()))
  const missing = expect.objectContaining({ code: 'not-found' })
  expect(() => opened.alerts.save('gone', priceAbove('1'))).toThrow(missing)
  expect(() => opened.alerts.remove('gone')).toThrow(missing)
  expect(journal.alerts.list()).toHaveLength(1)
  for (let count = 1; count < 200; count++) opened.alerts.save(null, priceAbove('1'))
  invalid(() => opened.alerts.save(null, priceAbove('1')))
})

test('no timer runs without rules or after closing', async () => {
  const { opened, clock } = start()
  expect(clock.pending).toBe(0)
  const { rule } = opened.alerts.save(null, priceAbove('1'))
  await clock.advance(500)
  expect(clock.pending).toBe(1)
  opened.alerts.remove(rule.id)
  expect(clock.pending).toBe(0)
  opened.alerts.save(null, priceAbove('1'))
  opened.alerts.close()
  expect(clock.pending).toBe(0)
})

test('an instrument is followed while a rule on it can still fire', async () => {
  const { opened, journal, clock, trade } = start()
  const followed = () => journal.alerts.symbols(clock.now())
  const { rule } = opened.alerts.save(null, priceAbove('100', { repeats: false }))
  opened.alerts.save(null, draftOf({ kind: 'event', symbol: null, on: 'split', days: 3 }))
  expect(followed()).toEqual([symbol])
  await trade('101')
  expect(followed()).toEqual([])
  opened.alerts.snooze(rule.id, null)
  expect(followed()).toEqual([symbol])
  opened.alerts.save(rule.id, priceAbove('100', { expiresAt: clock.now() + minuteMs }))
  expect(followed()).toEqual([symbol])
  await clock.advance(2 * minuteMs)
  expect(followed()).toEqual([])
})

test('a notice has the name of its rule', async () => {
  const { opened, trade, notices } = start()
  opened.alerts.save(null, priceAbove('100', { name: 'Sell half' }))
  await trade('101')
  expect(notices()).toMatchObject([{ name: 'Sell half', cause: 'fired' }])
  expect(opened.alerts.list()).toMatchObject([{ rule: { name: 'Sell half' } }])
})

test('a rule shows when the closed market of its instrument opens, and no time while it is open or unknown', () => {
  const { opened, cache, clock } = start()
  opened.alerts.save(null, priceAbove('100'))
  const opensAt = () => opened.alerts.list()[0]?.opensAt
  expect(opensAt()).toBeNull()
  const now = clock.now()
  const session = (type: string, from: number, to: number) => ({ type, startAt: now + from, endAt: now + to })
  cache.schedules.put(
    symbol,
    [session('CLOSED', -minuteMs, minuteMs), session('CORE_TRADING', minuteMs, 9 * minuteMs)],
    now,
  )
  expect(opensAt()).toBe(now + minuteMs)
  cache.schedules.put(symbol, [session('CORE_TRADING', -minuteMs, 9 * minuteMs)], now)
  expect(opensAt()).toBeNull()
})
