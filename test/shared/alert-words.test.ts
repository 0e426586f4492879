import { expect, test } from 'vitest'
import { describeCondition, describeNotice, isSilent, noticeHref, type Writing } from '../../src/shared/alert-words.ts'
import { createClient } from '../../src/shared/client.ts'
import { createFormat } from '../../src/shared/format.ts'
import { gatherNotices, type Gathered } from '../../src/shared/gather-notices.ts'
import type { AlertCondition } from '../../src/shared/model/alert.ts'
import { FakeClock } from '../fakes/clock.ts'
import { noticeRow, noticeRows } from '../renderer/fixtures/alerts.ts'
import { dec, settings } from '../renderer/fixtures/data.ts'
import { fixtureTransport } from '../renderer/fixtures/transport.ts'

const writing: Writing = { format: createFormat({ locale: 'en-GB' }), isPrivate: false, accountCurrency: 'USD' }
const discreet: Writing = { ...writing, isPrivate: true }
const symbol = 'AAPL@XNGS'
const accountId = '1900001'

test.each<[AlertCondition, string]>([
  [{ kind: 'price', symbol, direction: 'above', threshold: dec('250.5') }, 'AAPL@XNGS at or above 250.5'],
  [{ kind: 'day-percent', symbol, move: 'either', percent: dec('5') }, 'AAPL@XNGS up or down 5% in a day'],
  [
    { kind: 'percent-from', symbol, from: dec('200'), move: 'down', percent: dec('2.5') },
    'AAPL@XNGS down 2.5% from 200',
  ],
  [{ kind: 'near-extreme', symbol, extreme: 'high', percent: dec('1') }, 'AAPL@XNGS within 1% of the day’s high'],
  [
    { kind: 'account', accountId: null, figure: 'equity', currency: null, direction: 'below', threshold: dec('95000') },
    'Equity of all accounts at or below 95,000.00 USD',
  ],
  [
    { kind: 'position', accountId: null, symbol, figure: 'weight', direction: 'above', threshold: dec('25') },
    'Weight of AAPL@XNGS at or above 25%',
  ],
  [{ kind: 'margin', accountId, figure: 'use', threshold: dec('80') }, 'Margin of 1900001 in use to 80%'],
  [{ kind: 'order', accountId, on: 'needs-look' }, 'An order needs a look (1900001)'],
  [{ kind: 'event', symbol: null, on: 'record-date', days: 3 }, 'A record date of what is held within 3 days'],
  [{ kind: 'stale', accountId: null, symbol: null, minutes: 30 }, 'An account not read for 30 min'],
  [{ kind: 'service', minutes: 10 }, 'The service out of reach for 10 min'],
])('a rule is put into words: %j', (condition, words) => {
  expect(describeCondition(condition, writing).replaceAll('\u00a0', ' ')).toBe(words)
})

test('in privacy mode amounts are hidden in the words and in the values; prices are not', () => {
  const [price, equity] = noticeRows()
  const told = [price!, equity!].map((notice) => describeNotice(notice, discreet))
  expect(told).toEqual([
    {
      title: 'AAPL@XNGS at or above 225',
      body: 'Last 227.52\nThe market data is delayed by 15 min\nTake profit',
    },
    { title: 'Equity of all accounts at or below •••', body: 'Equity •••' },
  ])
})

test('each notice leads to its screen', () => {
  const hrefs = [
    noticeRow('1'),
    noticeRow('2', { cause: 'rescaled' }),
    noticeRow('3', { condition: { kind: 'report', accountId: null } }),
    noticeRow('4', { condition: { kind: 'service', minutes: 5 } }),
    noticeRow('5', { condition: { kind: 'order', accountId: null, on: 'filled' } }),
  ].map(noticeHref)
  expect(hrefs).toEqual(['#/instrument/AAPL%40XNGS', '#/alerts', '#/reports', '#/health', '#/overview'])
})

test.each([
  ['22:00', '07:00', '23:30', true],
  ['22:00', '07:00', '07:00', false],
  ['22:00', '07:00', '06:59', true],
  ['09:00', '17:00', '12:00', true],
  ['09:00', '17:00', '08:59', false],
  ['09:00', '09:00', '09:00', false],
])('from %s to %s the time %s is silent: %s', (from, to, time, silent) => {
  const at = new Date(`2026-03-02T${time}:00`).getTime()
  expect(isSilent({ silentHours: { from, to } }, at)).toBe(silent)
  expect(isSilent({ silentHours: null }, at)).toBe(false)
})

/** Notices raised over the contract, and what the system would show. */
function start(changes: Partial<typeof settings> = {}, count = 2) {
  const clock = new FakeClock()
  const rows = Array.from({ length: count }, (_, index) => noticeRow(`n${index}`))
  const transport = fixtureTransport({
    'settings.read': () => ({ ...settings, ...changes }),
    'notices.list': () => ({ rows, unread: rows.length }),
  })
  const shown: Gathered[] = []
  const faults: unknown[] = []
  const stop = gatherNotices({
    client: createClient(transport),
    ...{ now: clock.now, after: clock.after },
    show: (one) => shown.push(one),
    onFault: (error) => faults.push(error),
  })
  const raise = async (...ids: readonly string[]) => {
    for (const id of ids) transport.emit('notice.raised', { id })
    await clock.advance(3_000)
    await clock.advance(0)
    await clock.advance(0)
  }
  return { raise, shown, faults, stop, transport }
}

test('one notice is shown as it is, and can be snoozed; many that come together are one', async () => {
  const { raise, shown, faults } = start({}, 5)
  await raise('n0')
  expect(shown).toMatchObject([{ ids: ['n0'], title: 'AAPL@XNGS at or above 225', ruleId: 'armed' }])
  await raise('n1', 'n2', 'n3')
  expect(shown).toHaveLength(2)
  expect(shown[1]).toMatchObject({ ids: ['n1', 'n2', 'n3'], title: '3 alerts', href: '#/alerts', ruleId: null })
  expect(faults).toEqual([])
})

test('nothing is shown in silent hours, nor where notices are off, nor after the end', async () => {
  const allDay = start({ silentHours: { from: '00:00', to: '23:59' } })
  await allDay.raise('n0')
  const off = start({ notifies: false })
  await off.raise('n0')
  const ended = start()
  ended.stop()
  await ended.raise('n0')
  expect([allDay.shown, off.shown, ended.shown]).toEqual([[], [], []])
  expect(ended.transport.listening('notice.raised')).toBe(0)
})
