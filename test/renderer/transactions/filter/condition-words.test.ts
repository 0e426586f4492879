import { expect, test } from 'vitest'
import { datesOfPeriod, periodOfDates } from '#renderer/transactions/filter/condition-words.ts'
import { conditionsNow, daysUntil, periodPresets, presetPeriod } from '#shared/period.ts'
import { useZones } from '../../../fakes/time-zone.ts'

const inZone = useZones()
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

test.each([
  ['UTC', '2026-03-31T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
  ['America/New_York', '2026-03-31T04:00:00.000Z', '2026-04-01T04:00:00.000Z'],
  ['Europe/Moscow', '2026-03-30T21:00:00.000Z', '2026-03-31T21:00:00.000Z'],
  ['Asia/Kathmandu', '2026-03-30T18:15:00.000Z', '2026-03-31T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-30T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
])('a day in %s begins and ends at local midnight', (name, from, to) => {
  inZone(name)
  const period = periodOfDates('2026-03-31', '2026-03-31')
  expect([iso(period.from), iso(period.to)]).toEqual([from, to])
  expect(datesOfPeriod(period)).toEqual({ first: '2026-03-31', last: '2026-03-31' })
})

test('a day on which the clocks change is 23 or 25 hours long', () => {
  inZone('Europe/Berlin')
  const hours = (date: string) => {
    const { from, to } = periodOfDates(date, date)
    return ((to ?? 0) - (from ?? 0)) / 3_600_000
  }
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-06-01')]).toEqual([23, 25, 24])
})

test('a day without a midnight begins with its first moment', () => {
  inZone('America/Sao_Paulo')
  const { from, to } = periodOfDates('2018-11-04', '2018-11-04')
  expect([iso(from), iso(to)]).toEqual(['2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'])
})

test('a day has its midnight even if that date had none in 2000', () => {
  inZone('Africa/Cairo')
  const { from, to } = periodOfDates('2026-04-28', '2026-04-28')
  expect([iso(from), iso(to)]).toEqual(['2026-04-27T21:00:00.000Z', '2026-04-28T21:00:00.000Z'])
})

test.each(['UTC', 'America/New_York', 'Europe/Moscow', 'Pacific/Kiritimati', 'Pacific/Niue', 'Europe/Berlin'])(
  'named periods are whole days and contain the current time, in %s',
  (name) => {
    inZone(name)
    for (const now of [Date.UTC(2026, 2, 29, 0, 30), Date.UTC(2026, 11, 31, 23, 59), Date.UTC(2028, 1, 29, 12)]) {
      for (const { key } of periodPresets) {
        const period = presetPeriod(key, now)
        const { first, last } = datesOfPeriod(period)
        expect(periodOfDates(first, last)).toEqual(period)
        if (!key.startsWith('last-')) expect((period.from ?? Infinity) <= now && now < (period.to ?? 0)).toBe(true)
      }
    }
  },
)

test('weeks begin on Monday, quarters in their first month', () => {
  inZone('UTC')
  const now = Date.UTC(2026, 10, 22, 12) // a Sunday
  expect(datesOfPeriod(presetPeriod('week', now))).toEqual({ first: '2026-11-16', last: '2026-11-22' })
  expect(datesOfPeriod(presetPeriod('quarter', now))).toEqual({ first: '2026-10-01', last: '2026-12-31' })
  expect(datesOfPeriod(presetPeriod('last-year', now))).toEqual({ first: '2025-01-01', last: '2025-12-31' })
  expect(datesOfPeriod(presetPeriod('last-month', now))).toEqual({ first: '2026-10-01', last: '2026-10-31' })
  expect(datesOfPeriod(presetPeriod('last-quarter', now))).toEqual({ first: '2026-07-01', last: '2026-09-30' })
  const january = Date.UTC(2026, 0, 5)
  expect(datesOfPeriod(presetPeriod('last-quarter', january))).toEqual({ first: '2025-10-01', last: '2025-12-31' })
  expect(datesOfPeriod(presetPeriod('last-month', january))).toEqual({ first: '2025-12-01', last: '2025-12-31' })
})

test('an empty date is an open end', () => {
  expect(periodOfDates('', '')).toEqual({ from: null, to: null })
  expect(datesOfPeriod({ from: null, to: null })).toEqual({ first: '', last: '' })
})

test('a named period moves with time; the other conditions stay unchanged', () => {
  inZone('Asia/Kathmandu')
  const month = { field: 'period', from: null, to: null, preset: 'month', isNot: true } as const
  const fixed = { field: 'period', from: 5, to: 7, isNot: false } as const
  const trade = { field: 'trade', isNot: false } as const
  const conditions = [month, fixed, trade]
  const [march, april] = [Date.UTC(2026, 2, 31, 18, 14), Date.UTC(2026, 2, 31, 18, 15)]
  expect(conditionsNow(conditions, march)).toEqual([
    { ...month, from: Date.UTC(2026, 1, 28, 18, 15), to: april },
    fixed,
    trade,
  ])
  expect(conditionsNow(conditions, april)[0]).toMatchObject({ from: april, to: Date.UTC(2026, 3, 30, 18, 15) })
})

test('days until a date are counted in the calendar of this computer, early and late in the day', () => {
  inZone('America/New_York')
  expect(daysUntil('2026-11-25', Date.parse('2026-11-21T00:05:00-05:00'))).toBe(4)
  expect(daysUntil('2026-11-25', Date.parse('2026-11-21T23:55:00-05:00'))).toBe(4)
  expect(daysUntil('2026-11-21', Date.parse('2026-11-21T23:55:00-05:00'))).toBe(0)
  // Across the clock change on 8 March.
  expect(daysUntil('2026-03-09', Date.parse('2026-03-07T20:00:00-05:00'))).toBe(2)
})
