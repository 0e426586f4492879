import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareOrder } from '../../../src/main/insight/order-changes.ts'
import { compare, sum } from '../../../src/shared/decimal.ts'
import { d, makeOrder } from './make.ts'

const kinds = (...args: Parameters<typeof compareOrder>): string[] => compareOrder(...args).map(({ kind }) => kind)
const was = (over: Parameters<typeof makeOrder>[0] = {}, isGone = false) => ({ order: makeOrder(over), isGone })
const status = (name: string): string => `ORDER_STATUS_${name}`

test('an order that is as it was tells of nothing', () => {
  expect(kinds(was(), makeOrder())).toEqual([])
})

test('a part that was executed is told with how much', () => {
  const after = makeOrder({ status: status('PARTIALLY_FILLED'), executedQuantity: d('4'), remainingQuantity: d('6') })
  expect(compareOrder(was({ executedQuantity: d('1') }), after)).toEqual([
    { kind: 'partly-filled', status: status('PARTIALLY_FILLED'), executed: '4', filledBy: '3' },
  ])
})

test.each([
  ['FILLED', ['filled']],
  ['SL_EXECUTED', ['filled']],
  ['CANCELED', ['cancelled']],
  ['EXPIRED', ['ended']],
  ['DONE_FOR_DAY', ['ended']],
  ['REJECTED_BY_EXCHANGE', ['refused']],
  ['WATCHING', ['status']],
  ['SUSPENDED', ['status']],
  ['NEVER_HEARD_OF', ['status']],
])('NEW → %s is %j', (name, expected) => {
  expect(kinds(was(), makeOrder({ status: status(name) }))).toEqual(expected)
})

test('a part that was executed before the end is told before it', () => {
  const after = makeOrder({ status: status('CANCELED'), executedQuantity: d('4') })
  expect(kinds(was(), after)).toEqual(['partly-filled', 'cancelled'])
})

test('an order first seen at its end was new, and then ended', () => {
  expect(kinds(null, makeOrder())).toEqual(['new'])
  expect(kinds(null, makeOrder({ status: status('FILLED'), executedQuantity: d('10') }))).toEqual(['new', 'filled'])
  expect(kinds(null, makeOrder({ status: status('REJECTED') }))).toEqual(['new', 'refused'])
})

test('an order that comes back into the list is told so, with what happened meanwhile', () => {
  expect(kinds(was({}, true), makeOrder({ status: status('CANCELED') }))).toEqual(['back', 'cancelled'])
})

test('a quantity that is not stated tells of no fill', () => {
  expect(kinds(was({ executedQuantity: null }), makeOrder({ executedQuantity: d('4') }))).toEqual([])
  expect(kinds(was({ executedQuantity: d('4') }), makeOrder({ executedQuantity: null }))).toEqual([])
})

test('other terms, or a fill taken back, are an amendment', () => {
  expect(kinds(was(), makeOrder({ initialQuantity: d('12') }))).toEqual(['amended'])
  expect(kinds(was({ executedQuantity: d('4') }), makeOrder({ executedQuantity: d('3') }))).toEqual(['amended'])
})

test('over any course of fills, the parts told add up to what is executed', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }), (parts) => {
      let executed = 0
      let before: ReturnType<typeof was> | null = null
      const told = []
      for (const part of parts) {
        executed += part
        const order = makeOrder({ executedQuantity: d(String(executed)), initialQuantity: d('200') })
        told.push(...compareOrder(before, order))
        before = { order, isGone: false }
      }
      expect(compare(sum(told.flatMap(({ filledBy }) => filledBy ?? [])), d(String(executed)))).toBe(0)
      expect(told.filter(({ kind }) => kind === 'new')).toHaveLength(Math.min(1, parts.length))
    }),
  )
})
