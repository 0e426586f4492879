import { expect, test } from 'vitest'
import { periodDate, periodLines } from '../../../../src/renderer/performance/history/table-rows.ts'
import { sums } from '../figures.ts'

const [from, to] = [Date.UTC(2025, 2, 1), Date.UTC(2025, 3, 1)]

test('a period in one currency is one line, and one in several is a line for each, without a return', () => {
  const row = { ...sums('USD'), from, to, twr: 0.02, byCurrency: [sums('EUR'), sums('USD')] }
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
