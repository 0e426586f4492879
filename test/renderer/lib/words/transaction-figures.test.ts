import { expect, test } from 'vitest'
import { moneyOf, piecesOf, priceOf } from '#renderer/lib/words/transaction-figures.ts'
import type { TransactionKind, TransactionRow } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../fixtures/data.ts'
import { transactionRow } from '../../fixtures/transactions.ts'

const bare = { change: null, changeQuantity: null, trade: null }
function row(kind: TransactionKind, sent: Partial<TransactionRow['transaction']> = {}): TransactionRow {
  const base = transactionRow(1, 0)
  return { ...base, kind, transaction: { ...base.transaction, ...bare, ...sent } }
}

test('pieces and prices do not apply to kinds that move only money', () => {
  for (const kind of ['dividend', 'coupon', 'amortization', 'tax', 'commission', 'deposit'] as const) {
    expect([kind, piecesOf(row(kind)), priceOf(row(kind))]).toEqual([kind, undefined, undefined])
  }
})

test('pieces, price and money of a trade are unknown when the service does not state them', () => {
  expect([piecesOf(row('buy')), priceOf(row('sell')), moneyOf(row('buy'))]).toEqual([null, null, null])
  expect(piecesOf(row('redemption'))).toBeNull()
  const trade = { size: dec('5'), price: dec('98.25'), accruedInterest: null }
  expect([piecesOf(row('buy', { trade })), priceOf(row('buy', { trade }))]).toEqual(['5', '98.25'])
  expect(piecesOf(row('sell', { trade, changeQuantity: dec('-5') }))).toBe('-5')
})

test('0 pieces of a kind that moves only money are none, and its money stays unknown', () => {
  const none = { changeQuantity: dec('0') }
  expect([piecesOf(row('tax', none)), moneyOf(row('tax', none))]).toEqual([undefined, null])
  expect(piecesOf(row('securities-transfer-in', none))).toBe('0')
})

test('a transfer of securities moves no money; an amount that is not stated is unknown', () => {
  expect(moneyOf(row('securities-transfer-in', { changeQuantity: dec('7') }))).toBeUndefined()
  expect(moneyOf(row('dividend'))).toBeNull()
  expect(moneyOf(row('dividend', { change: { currency: 'USD', amount: dec('3') } }))).toBe('3')
})
