import { expect, test } from 'vitest'
import { weeksOf } from '#renderer/income/calendar/calendar-days.ts'
import { barsOf, currenciesOf, scaleOf } from '#renderer/income/chart-bars.ts'
import { monthAfter, spanOf } from '#renderer/income/income-view.svelte.ts'
import { lateWords } from '#renderer/income/income-words.ts'
import { d } from '../../main/insight/make.ts'
import { incomeRow, projectedRow } from './income-rows.ts'

test('received and projected amounts of one month are two bars and are never added', () => {
  const [bar] = barsOf([incomeRow(), projectedRow('2026-03-20')], 'USD')
  expect(bar).toMatchObject({ period: '2026-03', sums: { received: '15', announced: '0', projected: '16' } })
  expect(bar?.heights).toEqual({ received: 0.9375, announced: 0, projected: 1 })
})

test('the scale is a round amount of at most the longest bar', () => {
  const scaleFor = (gross: string) => scaleOf(barsOf([incomeRow({ gross: d(gross) })], 'USD'))
  expect(scaleFor('8000')).toEqual({ amount: '5000', height: 0.625 })
  expect(scaleFor('1000')).toEqual({ amount: '1000', height: 1 })
  expect(scaleFor('2.5')).toEqual({ amount: '2', height: 0.8 })
  expect(scaleFor('0.9')).toBeNull()
  expect(scaleOf([])).toBeNull()
})

test('a bar has one currency, and repaid face value is not income', () => {
  const rows = [
    incomeRow(),
    incomeRow({ currency: 'RUB', gross: d('900') }),
    incomeRow({ kind: 'redemption', gross: d('1000') }),
  ]
  expect(barsOf(rows, 'USD').map(({ sums }) => sums.received)).toEqual(['15'])
  expect(currenciesOf(rows)).toEqual(['USD', 'RUB'])
})

test('months without income are empty bars, and more than three years are drawn by year', () => {
  const short = barsOf([incomeRow(), incomeRow({ date: '2026-05-01' })], 'USD')
  expect(short.map(({ period, sums }) => [period, sums.received])).toEqual([
    ['2026-03', '15'],
    ['2026-04', '0'],
    ['2026-05', '15'],
  ])
  const long = barsOf([incomeRow(), incomeRow({ date: '2021-05-01' })], 'USD')
  expect(long.map(({ period }) => period)).toEqual(['2021', '2022', '2023', '2024', '2025', '2026'])
})

test('a payment is shown as late after 15 days', () => {
  expect([15, 16].map((lateDays) => lateWords({ lateDays }))).toEqual([null, '16 days late'])
})

test('a month and a year are complete periods; a list spans a year back and a year ahead', () => {
  const dates = ({ from, to }: { from: number; to: number }) =>
    [from, to].map((at) => new Date(at).toISOString().slice(0, 10))
  expect(dates(spanOf('month', '2026-02', 'near', '2026-06-30'))).toEqual(['2026-02-01', '2026-03-01'])
  expect(dates(spanOf('year', '2026-02', 'near', '2026-06-30'))).toEqual(['2026-01-01', '2027-01-01'])
  expect(dates(spanOf('list', '2026-02', 'near', '2026-06-30'))).toEqual(['2025-06-30', '2027-07-02'])
  expect(dates(spanOf('list', '2026-02', 'week', '2026-06-30'))).toEqual(['2026-06-30', '2026-07-07'])
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
})

test('the first day of a month is in the column of its weekday', () => {
  const weeks = weeksOf('2026-02')
  expect([weeks.length, weeks[0]?.[6], weeks.at(-1)?.[5]]).toEqual([5, '2026-02-01', '2026-02-28'])
})
