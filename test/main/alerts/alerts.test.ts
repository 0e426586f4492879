import { expect, test } from 'vitest'
import type { Order } from '../../../src/shared/model/order.ts'
import { d, makeAccount, makeQuote, makePosition } from '../insight/make.ts'
import { reportRow } from '../../renderer/fixtures/reports.ts'
import { accountId, dayMs, draftOf, minuteMs, priceAbove, startAlerts, symbol } from './rig.ts'

/** Alerts with a market that the test moves. */
function start() {
  const rig = startAlerts()
  const opened = { alerts: rig.open() }
  return {
    ...rig,
    opened,
    async trade(last: string) {
      rig.cache.quotes.put(makeQuote({ last: d(last), at: rig.clock.now() }), rig.clock.now())
      opened.alerts.hear('quotes.changed', { symbols: [symbol] })
      await rig.clock.advance(500)
    },
    async orders(...statuses: readonly string[]) {
      const orders = statuses.map((status, index) => orderOf(String(index), status, rig.clock.now()))
      rig.cache.orders.replaceOrders(accountId, orders, rig.clock.now())
      opened.alerts.hear('orders.changed', { accountId })
      await rig.clock.advance(500)
    },
    restart() {
      opened.alerts.close()
      opened.alerts = rig.open()
    },
  }
}

const orderOf = (id: string, status: string, transactAt: number): Order => ({
  ...{ id, execId: '', accountId, status: `ORDER_STATUS_${status}`, body: null, stopLossTakeProfit: null, transactAt },
  ...{ acceptAt: null, withdrawAt: null, initialQuantity: null, executedQuantity: d('3'), remainingQuantity: null },
})

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

test('a split ahead is told once when its day is near, and its day rescales the price rules', async () => {
  const { opened, clock, cache, told } = start()
  const execDate = new Date(clock.now() + 5 * dayMs).toISOString().slice(0, 10)
  const split = { execDate, oldRatio: d('1'), newRatio: d('2'), newLot: null, conversionType: 'ORDINARY' }
  cache.accounts.replaceAccount(makeAccount({ positions: [makePosition()] }), clock.now())
  cache.corporateEvents.replaceSplits(symbol, [split], clock.now())
  opened.alerts.save(null, draftOf({ kind: 'event', symbol: null, on: 'split', days: 3 }))
  const { rule } = opened.alerts.save(null, priceAbove('100'))
  await clock.advance(dayMs)
  expect(told()).toEqual([])
  await clock.advance(dayMs)
  expect(told()).toMatchObject([{ facts: [{ label: symbol, form: 'date', value: execDate }, { value: '2 for 1' }] }])
  await clock.advance(3 * dayMs)
  expect(told()).toMatchObject([
    {},
    { cause: 'rescaled', ruleId: rule.id, facts: [{ label: 'Split' }, { value: '100' }, { value: '50' }] },
  ])
  expect(opened.alerts.list().find(({ rule: { id } }) => id === rule.id)?.rule.condition).toMatchObject({
    threshold: '50',
  })
})

test('a report that arrives is told without a rule, and by the rule where one waits for it', async () => {
  const { opened, journal, clock, told } = start()
  const arrive = async (id: string) => {
    const file = { path: '/r', bytes: 1, sha256: '', arrivedAt: clock.now() }
    const { progress: _p, isMissing: _m, ...report } = reportRow({ id, file })
    journal.reports.put([{ ...report, serviceId: null, allowedOrigin: null }])
    opened.alerts.hear('reports.changed', undefined)
    opened.alerts.hear('report.arrived', { id })
    await clock.advance(500)
  }
  await arrive('r1')
  expect(told()).toMatchObject([{ cause: 'arrived', ruleId: null }])
  const { rule } = opened.alerts.save(null, draftOf({ kind: 'report', accountId: null }))
  await arrive('r2')
  expect(told()).toMatchObject([{}, { cause: 'fired', ruleId: rule.id }])
})

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

test('a preview takes prices from before a split as they stand after it, and says so', () => {
  const { opened, journal, cache, clock } = start()
  const today = Math.floor(clock.now() / dayMs) * dayMs
  const quote = (at: number, last: string) => ({ symbol, at, last: d(last) })
  // Ten for one: 1010 before is 101 after.
  journal.quotes.record([quote(today - 4 * dayMs, '980'), quote(today - 3 * dayMs, '1010'), quote(today - dayMs, '99')])
  const preview = (threshold: string) => {
    const { history, reading } = opened.alerts.preview(priceAbove(threshold))
    return { firedAt: 'firedAt' in history ? history.firedAt : null, caveats: reading.caveats }
  }
  expect(preview('500').firedAt).toEqual([today - 4 * dayMs])
  const execDate = new Date(today - 2 * dayMs).toISOString().slice(0, 10)
  const split = { execDate, oldRatio: d('1'), newRatio: d('10'), newLot: null, conversionType: 'ORDINARY' }
  cache.corporateEvents.replaceSplits(symbol, [split], clock.now())
  expect(preview('100')).toEqual({ firedAt: [today - 3 * dayMs], caveats: [expect.stringContaining('10 for 1')] })
  expect(preview('500').firedAt).toEqual([])
})

test('a preview says when the rule would have fired in what was recorded, or that nothing is', () => {
  const { opened, journal, clock } = start()
  const at = (hoursAgo: number) => clock.now() - hoursAgo * 3_600_000
  const preview = opened.alerts.preview(priceAbove('100'))
  expect(preview).toMatchObject({
    reading: { unknown: 'No quote was read yet' },
    history: { missing: expect.any(String) },
  })
  journal.quotes.record(
    ['90', '101', '102', '95', '103', '99.8', '104'].map((last, index) => ({
      symbol,
      at: at(20 - index),
      last: d(last),
    })),
  )
  expect(opened.alerts.preview(priceAbove('100')).history).toMatchObject({ points: 7, firedAt: [at(19), at(16)] })
  const equity = draftOf({
    ...{ kind: 'account', accountId, figure: 'equity', currency: null, direction: 'below' },
    threshold: d('500'),
  })
  for (const [index, value] of ['600', '499', '700'].entries())
    journal.equity.record({ accountId, at: at(9 - index), equity: d(value), cash: null })
  expect(opened.alerts.preview(equity).history).toMatchObject({ firedAt: [at(8)] })
  const service = opened.alerts.preview(draftOf({ kind: 'service', minutes: 5 })).history
  expect(service).toEqual({ missing: 'Of this kind nothing is recorded: only prices and equity are' })
  expect(journal.alerts.list()).toEqual([])
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
