import { expect, test } from 'vitest'
import { growthLine, periodDate, periodLines } from '#renderer/performance/history/history-lines.ts'
import { sums } from '../figures.ts'

const point = (at: number, growth: number, followsGap = false) => ({ at, growth, followsGap })

test('growth is drawn as a change in percent, and the line breaks after unknown days', () => {
  expect(growthLine([point(1, 1), point(2, 1.5), point(9, 0.75, true)])).toEqual([
    { at: 1, value: 0 },
    { at: 2, value: 50 },
    { at: 9, value: null },
    { at: 9, value: -25 },
  ])
})

test('a gap before the first point does not break the line', () => {
  expect(growthLine([point(1, 1, true)])).toEqual([{ at: 1, value: 0 }])
})

const [from, to] = [Date.UTC(2025, 2, 1), Date.UTC(2025, 3, 1)]

test('a period in one currency is one line; a period in several has a line for each currency, without a return', () => {
  const row = { ...sums('USD'), from, to, twr: 0.02, twrReason: null, byCurrency: [sums('EUR'), sums('USD')] }
  expect(periodLines([row]).map(({ key, twr, sums: { currency } }) => [key, currency, twr])).toEqual([
    [String(from), 'USD', 0.02],
  ])
  expect(
    periodLines([{ ...row, currency: null }]).map(({ key, twr, sums: { currency } }) => [key, currency, twr]),
  ).toEqual([
    [`${from} EUR`, 'EUR', null],
    [`${from} USD`, 'USD', null],
  ])
})

test('a period is named by its UTC year or month', () => {
  expect([periodDate(from, 'year'), periodDate(from, 'month')]).toEqual(['2025', '2025-03'])
})
