import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareOrder } from '#main/insight/orders/order-changes.ts'
import { compare, sum } from '#shared/decimal.ts'
import { d, makeOrder } from '../make.ts'

const kinds = (...args: Parameters<typeof compareOrder>): string[] => compareOrder(...args).map(({ kind }) => kind)
const was = (over: Parameters<typeof makeOrder>[0] = {}, isGone = false) => ({ order: makeOrder(over), isGone })
const status = (name: string): string => `ORDER_STATUS_${name}`

test('an unchanged order has no changes', () => {
  expect(kinds(was(), makeOrder())).toEqual([])
})

test('a partial fill is reported with its quantity', () => {
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
])('a change of status from NEW to %s is reported as %j', (name, expected) => {
  expect(kinds(was(), makeOrder({ status: status(name) }))).toEqual(expected)
})

test('a partial fill is reported before the end of the order', () => {
  const after = makeOrder({ status: status('CANCELED'), executedQuantity: d('4') })
  expect(kinds(was(), after)).toEqual(['partly-filled', 'cancelled'])
})

test('an order first seen after its end is reported as new and as ended', () => {
  expect(kinds(null, makeOrder())).toEqual(['new'])
  expect(kinds(null, makeOrder({ status: status('FILLED'), executedQuantity: d('10') }))).toEqual(['new', 'filled'])
  expect(kinds(null, makeOrder({ status: status('REJECTED') }))).toEqual(['new', 'refused'])
})

test('an order that returns to the list is reported as back, with its changes since then', () => {
  expect(kinds(was({}, true), makeOrder({ status: status('CANCELED') }))).toEqual(['back', 'cancelled'])
})

test('an unknown quantity is not reported as a fill', () => {
  expect(kinds(was({ executedQuantity: null }), makeOrder({ executedQuantity: d('4') }))).toEqual([])
  expect(kinds(was({ executedQuantity: d('4') }), makeOrder({ executedQuantity: null }))).toEqual([])
})

test('changed terms and a reversed fill are reported as an amendment', () => {
  expect(kinds(was(), makeOrder({ initialQuantity: d('12') }))).toEqual(['amended'])
  expect(kinds(was({ executedQuantity: d('4') }), makeOrder({ executedQuantity: d('3') }))).toEqual(['amended'])
})

test('for every sequence of fills, the reported parts add up to the executed quantity', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }), (parts) => {
      let executed = 0
      let before: ReturnType<typeof was> | null = null
      const reported = []
      for (const part of parts) {
        executed += part
        const order = makeOrder({ executedQuantity: d(String(executed)), initialQuantity: d('200') })
        reported.push(...compareOrder(before, order))
        before = { order, isGone: false }
      }
      expect(compare(sum(reported.flatMap(({ filledBy }) => filledBy ?? [])), d(String(executed)))).toBe(0)
      expect(reported.filter(({ kind }) => kind === 'new')).toHaveLength(Math.min(1, parts.length))
    }),
  )
})
