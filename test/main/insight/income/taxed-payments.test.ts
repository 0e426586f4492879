import { expect, test } from 'vitest'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { dividend, incomeOf, onlyRow, paid, statesOf } from './income-rig.ts'

const event = dividend('2026-03-02', '1.5')

test('a tax belongs to the nearest payment, from 30 days before it to 5 days after it', () => {
  const tax = (date: string) => paid(date, '-1.95', { kind: 'tax', name: 'Tax' })
  const taxOf = (date: string) => onlyRow({ events: event, rows: [paid('2026-03-10', '15'), tax(date)] }).tax
  expect(['2026-02-07', '2026-02-08', '2026-03-15', '2026-03-16'].map(taxOf)).toEqual(['0', '1.95', '1.95', '0'])
  const events = [...event, ...dividend('2026-03-29', '1.5')]
  expect(statesOf({ events, rows: [paid('2026-03-03', '15'), paid('2026-03-30', '15'), tax('2026-03-28')] })).toEqual([
    '2026-03-02 received 15 0',
    '2026-03-29 received 15 1.95',
  ])
})

test('a tax belongs to the payment of which it is a usual percentage, even if another payment is nearer', () => {
  const events = [...dividend('2026-03-01', '1.5'), ...dividend('2026-03-28', '10')]
  const payments = [paid('2026-03-01', '15'), paid('2026-03-28', '100')]
  const taxesOf = (money: string) =>
    incomeOf({ events, rows: [...payments, paid('2026-03-04', money, { kind: 'tax', name: 'Tax' })] }).rows.map(
      (row) => row.tax,
    )
  expect(taxesOf('-13')).toEqual(['0', '13'])
  expect(taxesOf('-1.95')).toEqual(['1.95', '0'])
  // The tax is not a usual percentage of either payment, so the nearest one is chosen.
  expect(taxesOf('-1.11')).toEqual(['1.11', '0'])
})

test('a tax without an instrument belongs to the only payment of which it is a usual percentage', () => {
  const tax = (date: string, money: string) => paid(date, money, { kind: 'tax', name: 'Tax', symbol: '' })
  const events = [...event, ...dividend('2026-03-05', '2.7')]
  const payments = [paid('2026-03-06', '15'), paid('2026-03-09', '27')]
  const taxesOf = (...taxes: LedgerRow[]) =>
    incomeOf({ events, rows: [...payments, ...taxes] }).rows.map((row) => row.tax)
  expect(taxesOf(tax('2026-03-09', '-1.95'))).toEqual(['1.95', '0'])
  expect(taxesOf(tax('2026-03-09', '-3.51'), tax('2026-03-06', '-1.5'))).toEqual(['1.5', '3.51'])
  // 2.70 is 18 % of one payment and 10 % of the other. The payment of the same day is chosen, otherwise it is not known.
  expect(taxesOf(tax('2026-03-09', '-2.7'))).toEqual(['0', '2.7'])
  expect(taxesOf(tax('2026-03-07', '-2.7'))).toEqual([null, null])
  // The tax is not a usual percentage of either payment, so it is not known to which one it belongs.
  expect(taxesOf(tax('2026-03-06', '-3.33'))).toEqual([null, null])
  // It is more than half of both payments together, so it belongs to neither.
  expect(taxesOf(tax('2026-03-06', '-21.01'))).toEqual(['0', '0'])
})
