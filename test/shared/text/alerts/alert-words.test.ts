import { expect, test } from 'vitest'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import { describeCondition, type FigureStyle } from '#shared/text/alerts/alert-words.ts'
import { describeNotice, noticeHref } from '#shared/text/alerts/notice-words.ts'
import { createFormat } from '#shared/text/format.ts'
import { noticeRow, noticeRows } from '../../../renderer/fixtures/alerts.ts'
import { dec } from '../../../renderer/fixtures/data.ts'

const style: FigureStyle = { format: createFormat({ locale: 'en-GB' }), isPrivate: false, accountCurrency: 'USD' }
const privateStyle: FigureStyle = { ...style, isPrivate: true }
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
  [{ kind: 'margin', accountId, figure: 'use', threshold: dec('80') }, 'Margin in use of 1900001 at or above 80%'],
  [{ kind: 'order', accountId, on: 'needs-attention' }, 'Order needs attention (1900001)'],
  [{ kind: 'difference', accountId }, 'Difference from the service (1900001)'],
  [{ kind: 'missing-payment', accountId: null }, 'Payment missing'],
  [{ kind: 'event', symbol: null, on: 'offer-end', days: 5 }, 'End of an offer of any holding within 5 days'],
  [{ kind: 'event', symbol: null, on: 'record-date', days: 3 }, 'Record date of any holding within 3 days'],
  [{ kind: 'stale', accountId: null, symbol: null, minutes: 30 }, 'Account data not updated for 30 min'],
  [{ kind: 'service', minutes: 10 }, 'Service unreachable for 10 min'],
])('a condition is described in words: %j', (condition, words) => {
  expect(describeCondition(condition, style).replaceAll('\u00a0', ' ')).toBe(words)
})

test('the title has the name of the instrument, and the body has its symbol', () => {
  const named = noticeRow('1', { instrumentName: 'Apple Inc.', caveats: [], note: '' })
  expect(describeNotice(named, style)).toEqual({
    title: 'Apple Inc. at or above 225',
    body: 'AAPL@XNGS · Last 227.52',
  })
  const event: AlertCondition = { kind: 'event', symbol, on: 'split', days: 5 }
  expect(describeCondition(event, style, 'Apple Inc.')).toBe('Split of Apple Inc. within 5 days')
  expect(describeCondition({ ...event, symbol: null }, style, null)).toBe('Split of any holding within 5 days')
})

test('privacy mode hides amounts in titles and values, but not prices', () => {
  const [price, equity] = noticeRows()
  const descriptions = [price!, equity!].map((notice) => describeNotice(notice, privateStyle))
  expect(descriptions).toEqual([
    {
      title: 'AAPL@XNGS at or above 225',
      body: 'Last 227.52\nThe market data is delayed by 15 min\nTake profit',
    },
    { title: 'Equity of all accounts at or below •••', body: 'Equity •••' },
  ])
})

test('each notice links to its screen', () => {
  const hrefs = [
    noticeRow('1'),
    noticeRow('2', { cause: 'rescaled' }),
    noticeRow('3', { condition: { kind: 'report', accountId: null } }),
    noticeRow('4', { condition: { kind: 'service', minutes: 5 } }),
    noticeRow('5', { condition: { kind: 'order', accountId: null, on: 'filled' } }),
    noticeRow('6', { condition: { kind: 'stale', accountId: null, symbol: null, minutes: 5 } }),
    noticeRow('7', { condition: { kind: 'margin', accountId, figure: 'use', threshold: dec('80') } }),
  ].map(noticeHref)
  expect(hrefs).toEqual([
    ...['#/instrument/AAPL%40XNGS', '#/alerts', '#/reports', '#/health', '#/orders'],
    ...['#/health', '#/margin?account=1900001'],
  ])
})

test('the name of an alert comes before its condition', () => {
  const [row] = noticeRows()
  const { title } = describeNotice({ ...row!, name: 'Sell half' }, style)
  expect(title).toContain(`Sell half: ${describeCondition(row!.condition, style)}`)
})
