import { expect, test } from 'vitest'
import { longestTime, noLengths, tracksOf, withRows } from '#renderer/transactions/grid/column-widths.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../fixtures/data.ts'
import { transactionRow } from '../../fixtures/transactions.ts'

const base = transactionRow(1, 0)
const rowOf = (name: string, symbol: string, amount: string): TransactionRow => ({
  ...{ ...base, instrumentName: name, kind: 'buy' },
  transaction: {
    ...base.transaction,
    ...{ name: 'Buy', symbol, change: { currency: 'USD', amount: dec(amount) }, changeQuantity: null },
    trade: { size: dec('5'), price: dec('98.25'), accruedInterest: null },
  },
})
const none = noLengths(16)
const short = rowOf('Apple', 'AAPL@XNGS', '-12.3')
const long = rowOf('Vanguard FTSE All-World', 'VWCE@XETR', '1234567.891')

test('the length of a column is that of its longest formatted text', () => {
  const lengths = withRows(none, [short, long])
  expect(lengths.instrument).toBe('Vanguard FTSE All-World  VWCE@XETR'.length)
  // Three separators are half as wide as digits.
  expect(lengths.amount).toBe('+1,234,567.891'.length - 1.5)
  expect(withRows(none, [short]).amount).toBe('-12.30'.length - 0.5)
  expect(lengths.quantity).toBeLessThan(4)
})

test('columns grow with the rows that come into view, and never shrink', () => {
  const both = withRows(none, [short, long])
  expect(withRows(withRows(none, [long]), [short])).toEqual(both)
  expect(withRows(both, [])).toEqual(both)
})

const columns = [
  { key: 'kind', title: 'Kind' },
  { key: 'name', title: 'Name' },
  { key: 'instrument', title: 'Instrument' },
  { key: 'quantity', title: 'Quantity', isNumber: true },
] as const

test('name columns share the remaining width in proportion to their lengths', () => {
  const lengths = withRows(none, [long])
  expect(tracksOf(columns, lengths)).toBe(`minmax(0, 32px) minmax(0, 4fr) minmax(0, ${lengths.instrument}fr) 58px`)
})

test('without name columns, the kind takes the remaining width', () => {
  expect(tracksOf(columns.slice(0, 1), none)).toBe('minmax(0, 1fr)')
})

test('the longest time has two digits for the hour, and capital letters are wider', () => {
  const clock = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  // Ten digits, three capitals, and nine other characters: "Aug 28, 2026, 12:48 AM".
  expect(longestTime((at) => clock.format(at))).toBeCloseTo(10 + 3 * 1.2 + 9 * 0.65)
  expect(longestTime(() => '28.09.2026, 20:48')).toBeCloseTo(12 + 5 * 0.65)
})
