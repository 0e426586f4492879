import { expect, test } from 'vitest'
import type { DayRow } from '#main/insight/day/day-row.ts'
import { explainPosition, type DayInputs } from '#main/insight/day/explain-position.ts'
import { subtract, sum, zero } from '#shared/decimal.ts'
import { d, makeDetails, makePosition } from '../make.ts'

const row = (id: string, over: Partial<DayRow>): DayRow => ({
  ...{ id, at: 1, kind: 'buy', symbol: 'AAA@XXXX', currency: 'USD', money: null, pieces: null, cost: null },
  hasUnknownPieces: false,
  ...over,
})
const bought = (id: string, pieces: string, cost: string): DayRow =>
  row(id, { pieces: d(pieces), cost: d(cost), money: subtract(zero, d(cost)) })
const explain = (stated: string | null, over: Partial<DayInputs> = {}, quantity = '10', last = '100') =>
  explainPosition({
    accountId: 'A',
    position: makePosition({
      quantity: d(quantity),
      currentPrice: d(last),
      dailyPnl: stated === null ? null : d(stated),
    }),
    ...{ details: makeDetails(), close: d('97'), last: null, rows: [] },
    ...over,
  })
const sumOfParts = ({ price, trading, income, fees, taxes, remainder }: ReturnType<typeof explain>) =>
  sum([price ?? zero, trading ?? zero, income, fees, taxes, remainder ?? zero])

test('without trades the whole profit is the change of the price', () => {
  expect(explain('30')).toMatchObject({ heldBefore: '10', price: '30', trading: '0', remainder: '0', notes: [] })
})

test('pieces bought today count from their purchase price, and pieces held before from the previous close', () => {
  const explained = explain('26', { rows: [bought('1', '4', '392')] })
  expect(explained).toMatchObject({ heldBefore: '6', price: '18', trading: '8', remainder: '0', notes: [] })
  expect(explained.transactionIds).toEqual(['1'])
})

test('a sale of today includes the profit of the sold pieces', () => {
  const sold = row('1', { kind: 'sell', pieces: d('-5'), cost: d('-495'), money: d('495') })
  expect(explain('40', { rows: [sold] })).toMatchObject({
    heldBefore: '15',
    price: '45',
    trading: '-5',
    remainder: '0',
  })
})

test('if the service counts new pieces from the previous close, the remainder has a note that says so', () => {
  const explained = explain('30', { rows: [bought('1', '4', '392')] })
  expect(explained).toMatchObject({ remainder: '4', notes: ['all-from-close'] })
  expect(sumOfParts(explained)).toBe('30')
})

test('income and charges count if the reported profit includes them, and are listed apart if it does not', () => {
  const rows = [
    row('1', { kind: 'dividend', money: d('12') }),
    row('2', { kind: 'commission', money: d('-1') }),
    row('3', { kind: 'tax', money: d('-2') }),
  ]
  expect(explain('39', { rows })).toMatchObject({ income: '12', fees: '-1', taxes: '-2', remainder: '0', apart: [] })
  const without = explain('30', { rows })
  expect(without).toMatchObject({ income: '0', fees: '0', remainder: '0', notes: ['cash-apart'] })
  expect(without.apart.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['income', '12'],
    ['fees', '-1'],
    ['taxes', '-2'],
  ])
})

test.each([
  ['no close', { close: null }, 'no-close'],
  ['no transactions', { rows: null }, 'not-loaded'],
  ['no reference data', { details: null }, 'no-formula'],
  ['a trade of unknown size', { rows: [row('1', { hasUnknownPieces: true })] }, 'unknown-trade'],
  ['a split', { rows: [row('1', { kind: 'split', pieces: d('5') })] }, 'split'],
  [
    'a trade in another currency',
    { rows: [row('1', { currency: 'EUR', pieces: d('1'), cost: d('9'), money: d('-9') })] },
    'unknown-trade',
  ],
] as const)('with %s the profit is in the remainder, with a note that gives the reason', (_, given, note) => {
  const explained = explain('30', given)
  expect(explained.notes).toContain(note)
  expect(sumOfParts(explained)).toBe('30')
  expect(explained.remainder).not.toBe('0')
})

test('an unknown profit is null, and its known parts are still given', () => {
  expect(explain(null)).toMatchObject({
    ...{ stated: null, remainder: null, price: '30', isCounted: false, notes: ['not-stated'] },
  })
})

test('a position sold completely is explained but not counted in totals', () => {
  const sold = row('1', { kind: 'sell', pieces: d('-5'), cost: d('-495'), money: d('495') })
  const explained = explain('1', { rows: [sold], last: d('100') }, '0')
  expect(explained).toMatchObject({ heldBefore: '5', price: '15', trading: '-5', isCounted: false, notes: ['sold'] })
})

test('the price of a bond is in percent of its face value, and paid accrued interest is negative income', () => {
  const details = makeDetails({ type: 'BONDS', faceValue: d('1000'), faceCurrency: 'USD' })
  const rows = [row('1', { pieces: d('2'), cost: d('1960'), money: d('-1985.5') })]
  const explained = explain('254.5', { details, rows })
  expect(explained).toMatchObject({ price: '240', trading: '40', income: '-25.5', remainder: '0' })
})
