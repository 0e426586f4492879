import { expect, test } from 'vitest'
import { CalmOrder } from '#renderer/positions/view/calm-order.ts'

interface Row {
  readonly key: string
  readonly value: number
}
const rowsOf = (values: Readonly<Record<string, number>>): Row[] =>
  Object.entries(values).map(([key, value]) => ({ key, value }))
const largestFirst = (rows: readonly Row[]) => rows.toSorted((a, b) => b.value - a.value)
const calm = { choice: 'value', isComplete: true, isInUse: false }

/** Arranges rows with these values and returns their keys. */
function makeOrder() {
  const order = new CalmOrder<Row>()
  return (values: Readonly<Record<string, number>>, over: Partial<typeof calm> = {}): string =>
    order
      .arrange(rowsOf(values), largestFirst, { ...calm, ...over })
      .map(({ key }) => key)
      .join(' ')
}

test('rows keep their places when their figures change, and are sorted again when the user sorts', () => {
  const arrange = makeOrder()
  expect(arrange({ a: 1, b: 2, c: 3 })).toBe('c b a')
  expect(arrange({ a: 9, b: 2, c: 3 })).toBe('c b a')
  expect(arrange({ a: 9, b: 2, c: 3 }, { choice: 'name' })).toBe('a c b')
})

test('a new row is put where it belongs, and a row that is gone leaves the others where they are', () => {
  const arrange = makeOrder()
  arrange({ a: 1, b: 2, c: 3 })
  expect(arrange({ a: 1, b: 2, c: 3, d: 2.5, e: 10, f: 0 })).toBe('e c d b a f')
  expect(arrange({ a: 99, d: 2.5, e: 10, f: 0 })).toBe('e d a f')
})

test('rows that were sorted without all rates are sorted once more when the last one has arrived', () => {
  const arrange = makeOrder()
  expect(arrange({ a: 1, b: 2 }, { isComplete: false })).toBe('b a')
  expect(arrange({ a: 3, b: 2 }, { isComplete: false })).toBe('b a')
  expect(arrange({ a: 4, b: 2 })).toBe('a b')
  expect(arrange({ a: 1, b: 2 })).toBe('a b')
  expect(arrange({ a: 1, b: 2 }, { isComplete: false })).toBe('a b')
  expect(arrange({ a: 1, b: 2 })).toBe('a b')
})

test('under the pointer or the focus no row changes its place until they leave', () => {
  const arrange = makeOrder()
  arrange({ a: 1, b: 2 }, { isComplete: false })
  expect(arrange({ a: 3, b: 2 }, { isInUse: true })).toBe('b a')
  expect(arrange({ a: 3, b: 2 })).toBe('a b')
})

test('before the rows are read there is no order to keep', () => {
  const arrange = makeOrder()
  expect(arrange({})).toBe('')
  expect(arrange({ a: 1, b: 2 }, { isComplete: false })).toBe('b a')
  expect(arrange({ a: 3, b: 2 })).toBe('a b')
})

test('rows wait to be sorted again when all rates are known and the table is in use', () => {
  const order = new CalmOrder<Row>()
  const rows = rowsOf({ a: 1, b: 2 })
  const isWaitingAfter = (over: Partial<typeof calm>) => {
    order.arrange(rows, largestFirst, { ...calm, ...over })
    return order.isWaiting
  }
  expect(isWaitingAfter({ isComplete: false })).toBe(false)
  expect(isWaitingAfter({ isInUse: true })).toBe(true)
  expect(isWaitingAfter({})).toBe(false)
  expect(isWaitingAfter({ isComplete: false })).toBe(false)
})
