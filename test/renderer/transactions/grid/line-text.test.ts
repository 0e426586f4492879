import { expect, test } from 'vitest'
import { copyText, lineText, timeText } from '#renderer/transactions/grid/line-text.ts'
import { createFormat } from '#shared/text/format.ts'
import { dec } from '../../fixtures/data.ts'
import { transactionRow } from '../../fixtures/transactions.ts'

const base = transactionRow(1, Date.UTC(2026, 0, 2, 3, 4, 5))
const row = {
  ...base,
  transaction: {
    ...base.transaction,
    name: '=SUM(A1)\tand\nmore',
    change: { currency: 'USD', amount: dec('-12345678901234567890.123456789') },
    changeQuantity: dec('7'),
  },
}
const cells = (isPrivate: boolean) => {
  const [titles = [], values = []] = copyText([row], isPrivate)
    .split('\n')
    .map((line) => line.split('\t'))
  return Object.fromEntries(titles.map((title, at) => [title, values[at]]))
}

test('amounts are copied exactly, and times as the service sent them', () => {
  expect(cells(false)).toMatchObject({
    Amount: '-12345678901234567890.123456789',
    Quantity: '7',
    'Time (UTC)': '2026-01-02T03:04:05.000Z',
  })
})

test('a copied text stays in its cell and is not a formula', () => {
  expect(cells(false)['Name']).toBe("'=SUM(A1) and more")
  expect(copyText([row, row], false).split('\n')).toHaveLength(3)
})

test('privacy mode hides amounts and quantities in the copy', () => {
  expect(cells(true)).toMatchObject({ Amount: 'hidden', Quantity: 'hidden', Currency: 'USD' })
  expect(copyText([row], true)).not.toContain('123456789')
})

const format = createFormat({ locale: 'en-GB' })
const priceOf = (instrumentType: string | null): string => {
  const trade = { size: dec('5'), price: dec('98.25'), accruedInterest: null }
  return lineText({ ...base, instrumentType, transaction: { ...base.transaction, trade } }, format, false).price
}

test('the price of a bond is in percent of its face value, other prices are in money', () => {
  expect([priceOf('BONDS'), priceOf('EQUITIES'), priceOf(null)]).toEqual(['98.25%', '98.25', '98.25'])
})

test('a cell is empty when a figure does not apply, and "—" when it is unknown', () => {
  const bare = { ...base.transaction, trade: null, changeQuantity: null }
  const lineOf = (kind: 'coupon' | 'buy') => lineText({ ...base, kind, transaction: bare }, format, false)
  expect([lineOf('coupon').price, lineOf('coupon').quantity]).toEqual(['', ''])
  expect([lineOf('buy').price, lineOf('buy').quantity]).toEqual(['—', '—'])
  const transfer = { ...bare, change: null, changeQuantity: dec('7') }
  expect(lineText({ ...base, kind: 'securities-transfer-in', transaction: transfer }, format, false).amount).toBe('')
})

test('a narrow list shows the date; a wide list shows date and time', () => {
  const at = new Date(2026, 0, 2, 23, 5).getTime()
  expect([timeText(at, format, true), timeText(at, format, false)]).toEqual(['02/01/26', '2 Jan 2026, 23:05'])
})
