import { expect, test } from 'vitest'
import { buildEventRows, type InstrumentEvents } from '#main/insight/event-rows.ts'
import { eventNote } from '#shared/text/codes/event-title.ts'
import { d } from './make.ts'

const noEvents: InstrumentEvents = { symbol: 'A@X', name: 'A', dividends: [], bondEvents: [], splits: [] }
const dividend = (date: string | null) => ({ date, amount: d('1.5'), currency: 'USD' })
const bondEvent = {
  date: '2026-05-01',
  type: 'COUPON',
  value: d('30'),
  currency: 'RUB',
  coupon: null,
  amortization: null,
  offer: null,
}

test('future events come first, nearest first; past events follow, newest first', () => {
  const dates = ['2025-01-01', '2026-04-01', '2026-03-02', '2026-03-01', '2027-01-01']
  const rows = buildEventRows([{ ...noEvents, dividends: dates.map(dividend) }], '2026-03-02')
  expect(rows.map(({ date, isAhead }) => [date, isAhead])).toEqual([
    ['2026-03-02', true],
    ['2026-04-01', true],
    ['2027-01-01', true],
    ['2026-03-01', false],
    ['2025-01-01', false],
  ])
})

test('a date without a day counts as future until its month is over, and one without a month until its year is over', () => {
  const rows = buildEventRows(
    [{ ...noEvents, dividends: ['2026', '2026-03', '2026-02', '2025'].map(dividend) }],
    '2026-03-31',
  )
  expect(Object.fromEntries(rows.map(({ date, isAhead }) => [date, isAhead]))).toEqual({
    '2026': true,
    '2026-03': true,
    '2026-02': false,
    '2025': false,
  })
})

test('events without a date are left out', () => {
  expect(buildEventRows([{ ...noEvents, dividends: [dividend(null)] }], '2026-03-02')).toEqual([])
})

test('each event has its kind and a note, and an unknown amount stays null', () => {
  const offer = { offerType: 'PUT', price: d('100.5'), startDate: null, endDate: null, agent: '' }
  const rows = buildEventRows(
    [
      {
        ...noEvents,
        bondEvents: [
          bondEvent,
          { ...bondEvent, type: 'OFFER', value: null, offer },
          { ...bondEvent, type: 'LATER_KIND' },
        ],
        splits: [
          { execDate: '2026-06-01', oldRatio: d('1'), newRatio: d('10'), newLot: null, conversionType: 'ORDINARY' },
          { execDate: '2026-06-02', oldRatio: null, newRatio: d('10'), newLot: null, conversionType: 'ORDINARY' },
        ],
      },
    ],
    '2026-03-02',
  )
  expect(
    rows.map((row) => ({ kind: row.kind, amount: row.amount, currency: row.currency, note: eventNote(row) })),
  ).toEqual([
    { kind: 'coupon', amount: '30', currency: 'RUB', note: '' },
    { kind: 'offer', amount: null, currency: 'RUB', note: 'PUT at 100.5 %' },
    { kind: 'later_kind', amount: '30', currency: 'RUB', note: '' },
    { kind: 'split', amount: null, currency: '', note: '10 for 1' },
    { kind: 'split', amount: null, currency: '', note: '' },
  ])
})
