import { expect, test } from 'vitest'
import { lineText } from '../../../../src/renderer/transactions/grid/line-text.ts'
import { createFormat } from '../../../../src/shared/text/format.ts'
import { dec } from '../../fixtures/data.ts'
import { transactionRow } from '../../fixtures/transactions.ts'

const format = createFormat({ locale: 'en-GB' })
const base = transactionRow(1, Date.UTC(2026, 0, 2, 3, 4, 5))
const priceOf = (instrumentType: string | null): string => {
  const trade = { size: dec('5'), price: dec('98.25'), accruedInterest: null }
  return lineText({ ...base, instrumentType, transaction: { ...base.transaction, trade } }, format, false).price
}

test('the price of a bond is in percent of its face value, other prices are in money', () => {
  expect([priceOf('BONDS'), priceOf('EQUITIES'), priceOf(null)]).toEqual(['98.25%', '98.25', '98.25'])
})

test('a row without a trade has no price', () => {
  const row = { ...base, instrumentType: 'BONDS', transaction: { ...base.transaction, trade: null } }
  expect(lineText(row, format, false).price).toBe('')
})
