import { expect, test } from 'vitest'
import { orderLevels } from '#renderer/instrument/own/own-orders.ts'
import { manyOrders } from '../../fixtures/orders.ts'

const rows = manyOrders(0)
const levelsOf = (symbol: string) =>
  orderLevels(rows, symbol).map(({ words, price, isPurchase, quantity }) => [words, price, isPurchase, quantity])

test('working orders are levels at their prices; finished orders are not', () => {
  const levels = orderLevels(rows, 'AAPL@XNGS')
  expect(levels.length).toBeGreaterThan(0)
  expect(new Set(levels.map(({ key }) => key)).size).toBe(levels.length)
  expect(levelsOf('NVDA@XNGS')).toEqual([])
  expect(levelsOf('NONE@XNGS')).toEqual([])
})

test('a stop loss with take profit has two levels, each with its side and pieces', () => {
  expect(levelsOf('SBER@MISX')).toEqual([
    ['Sell stop loss', '250.1', false, '10'],
    ['Sell take profit', '300', false, '10'],
  ])
})
