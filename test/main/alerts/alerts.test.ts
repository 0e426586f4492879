import { expect, test } from 'vitest'
import { d, makeQuote } from '../insight/make.ts'
import { accountId, draftOf, minuteMs, priceAbove, symbol } from './rig.ts'
import { start } from './moved-alerts.ts'

test('a market that moves makes a rule fire, with the values that made it, and tells whoever listens', async () => {
  const { opened, trade, told, topics } = start()
  opened.alerts.save(null, priceAbove('100', { note: 'sell' }))
  await trade('99')
  expect(told()).toEqual([])
  topics.length = 0
  await trade('100.5')
  expect(told()).toMatchObject([
    { cause: 'fired', note: 'sell', facts: [{ label: 'Last', form: 'price', value: '100.5' }], readAt: null },
  ])
  expect(topics).toEqual(['alerts.changed', 'notices.changed', 'notice.raised'])
  expect(opened.alerts.list()).toMatchObject([{ status: 'fired', firedCount: 1, reading: { isBeyond: true } }])
  await trade('101')
  expect(told()).toHaveLength(1)
})

test('many changes at once are one look, and another instrument’s quote is none', async () => {
  const { opened, clock, cache, told } = start()
  opened.alerts.save(null, priceAbove('100'))
  await clock.advance(500)
  cache.quotes.put(makeQuote({ last: d('101'), at: clock.now() }), clock.now())
  const waiting = clock.pending
  opened.alerts.hear('quotes.changed', { symbols: ['BBB@XXXX'] })
  expect(clock.pending).toBe(waiting)
  for (let count = 0; count < 50; count++) opened.alerts.hear('quotes.changed', { symbols: [symbol] })
  expect(clock.pending).toBe(waiting + 1)
  await clock.advance(500)
  expect(told()).toHaveLength(1)
})

test('a restart does not tell again what was told, and still tells what comes', async () => {
  const { opened, trade, told, restart, clock } = start()
  opened.alerts.save(null, priceAbove('100'))
  await trade('101')
  restart()
  await trade('102')
  await clock.advance(5 * minuteMs)
  expect(told()).toHaveLength(1)
  await trade('90')
  restart()
  await trade('103')
  expect(told()).toHaveLength(2)
})

test('what the journal does not take is not told, and is told once it takes it', async () => {
  const { opened, trade, told, journalDb, faults, topics } = start()
  opened.alerts.save(null, priceAbove('100'))
  journalDb.pragma('query_only = on')
  await trade('101')
  expect(faults).toHaveLength(1)
  expect(topics).not.toContain('notice.raised')
  journalDb.pragma('query_only = off')
  await trade('101')
  expect(told()).toHaveLength(1)
  expect(topics).toContain('notice.raised')
})

test('an order filled before the rule is not told, each one after it once, several together', async () => {
  const { opened, orders, told, restart } = start()
  await orders('FILLED', 'NEW', 'NEW')
  opened.alerts.save(null, draftOf({ kind: 'order', accountId: null, on: 'filled' }))
  await orders('FILLED', 'NEW', 'NEW')
  expect(told()).toEqual([])
  await orders('FILLED', 'FILLED', 'FILLED')
  expect(told()).toMatchObject([{ cause: 'fired', facts: [{ value: 'filled' }, {}, { value: 'filled' }, {}] }])
  restart()
  await orders('FILLED', 'FILLED', 'FILLED')
  expect(told()).toHaveLength(1)
})

test('a status that nobody knows needs a look', async () => {
  const { opened, orders, told } = start()
  opened.alerts.save(null, draftOf({ kind: 'order', accountId, on: 'needs-look' }))
  await orders('NEW', 'CAME_LATER')
  expect(told()).toMatchObject([{ facts: [{ value: 'came later' }, { label: 'Executed', value: '3' }] }])
})

test('what happens during a cool-down is told after it', async () => {
  const { opened, orders, told, clock } = start()
  opened.alerts.save(null, draftOf({ kind: 'order', accountId, on: 'refused' }, { coolDownMinutes: 10 }))
  await orders('REJECTED')
  await orders('REJECTED', 'FAILED')
  expect(told()).toHaveLength(1)
  await clock.advance(11 * minuteMs)
  expect(told()).toMatchObject([{}, { facts: [{ value: 'failed' }, {}] }])
})

test('a corrected note tells nothing twice; another threshold begins anew', async () => {
  const { opened, trade, told } = start()
  const { rule } = opened.alerts.save(null, priceAbove('100'))
  await trade('101')
  opened.alerts.save(rule.id, priceAbove('100', { note: 'corrected' }))
  await trade('102')
  expect(told()).toHaveLength(1)
  opened.alerts.save(rule.id, priceAbove('90'))
  await trade('102')
  expect(told()).toMatchObject([{ note: '' }, { condition: { threshold: '90' } }])
})

test('a snooze is kept, ends by itself, and tells what still holds', async () => {
  const { opened, trade, told, clock, restart } = start()
  const { rule } = opened.alerts.save(null, priceAbove('100'))
  await trade('101')
  opened.alerts.snooze(rule.id, clock.now() + 30 * minuteMs)
  restart()
  await trade('102')
  expect(opened.alerts.list()).toMatchObject([{ status: 'snoozed' }])
  expect(told()).toHaveLength(1)
  await clock.advance(32 * minuteMs)
  expect(told()).toHaveLength(2)
})

test('bad input gets a clear error and changes nothing', async () => {
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

test('no rule, no timer; a closed engine leaves none', async () => {
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

test('instruments of rules that may still tell something are followed', async () => {
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
