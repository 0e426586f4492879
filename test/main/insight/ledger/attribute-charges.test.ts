import { expect, it } from 'vitest'
import { attributeCharges } from '#main/insight/ledger/attribute-charges.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { dayMs, secondMs } from '#shared/durations.ts'
import { makeRow } from './make-row.ts'

const trade = (id: string, at: number, symbol = 'A@X', money = '-1000') =>
  makeRow('buy', { id, at, symbol, money, trade: { size: '1' } })
const commission = (at: number, money = '-0.5') => makeRow('commission', { id: '9', at, money })
const ownerOf = (rows: readonly LedgerRow[]) => {
  const [first] = attributeCharges(rows)
  if (first?.owner.kind === 'row') return first.owner.row.id
  return first !== undefined && 'rows' in first.owner
    ? [first.owner.kind, ...first.owner.rows.map(({ id }) => id)]
    : first?.owner.kind
}

it('a commission belongs to the only trade of the same time', () => {
  expect(ownerOf([trade('1', 0), trade('2', 50 * secondMs), commission(50 * secondMs)])).toBe('2')
})

it('a commission of several fills of one order belongs to all of them', () => {
  expect(ownerOf([trade('1', 0), trade('2', 0), commission(0)])).toEqual(['order', '1', '2'])
})

it('a commission at the time of trades of two instruments is ambiguous, and no trade is chosen', () => {
  expect(ownerOf([trade('1', 0), trade('2', 0, 'B@X'), commission(0)])).toEqual(['ambiguous', '1', '2'])
})

it('a commission that is too large, in another currency or not near a trade belongs to the account', () => {
  expect(ownerOf([trade('1', 0), commission(0, '-177')])).toBe('account')
  expect(ownerOf([trade('1', 0), makeRow('commission', { at: 0, money: '-1', currency: 'USD' })])).toBe('account')
  expect(ownerOf([trade('1', 0), commission(61 * secondMs)])).toBe('account')
})

it('a minimum fee belongs to its trade, even if the trade is small', () => {
  expect(ownerOf([trade('1', 0, 'A@X', '-3'), commission(0, '-0.99')])).toBe('1')
})

it('a tax of no income belongs to the nearest sale of its instrument, and without a symbol to the account', () => {
  const sold = makeRow('sell', { id: '1', at: 0, symbol: 'A@X', money: '100', trade: { size: '1' } })
  const later = makeRow('sell', { id: '2', at: 3 * dayMs, symbol: 'A@X', money: '100', trade: { size: '1' } })
  const tax = (symbol: string) => makeRow('tax', { id: '3', at: 3 * dayMs, symbol, money: '-13' })
  expect(ownerOf([sold, later, tax('A@X')])).toBe('2')
  expect(ownerOf([sold, later, tax('')])).toBe('account')
})

it('a tax belongs to the payment that the income of the account assigns it to, whatever is nearer', () => {
  const paid = makeRow('dividend', { id: '1', at: 0, symbol: 'A@X', money: '100' })
  const sold = makeRow('sell', { id: '2', at: 3 * dayMs, symbol: 'A@X', money: '100', trade: { size: '1' } })
  const tax = makeRow('tax', { id: '3', at: 3 * dayMs, symbol: 'A@X', money: '-13' })
  const owner = { kind: 'payment' as const, rows: [paid] }
  const [found] = attributeCharges([paid, sold, tax], new Map([['3', { at: tax.at, owner }]]))
  expect(found?.owner).toBe(owner)
})
