import { expect, test } from 'vitest'
import { Memo } from '#main/ledger/memo.ts'

function start(size?: number) {
  const memo = new Memo<Promise<number>>(size)
  let count = 0
  const next = (): Promise<number> => Promise.resolve(++count)
  return { memo, next }
}

test('a result is calculated once, until its stamp changes', async () => {
  const { memo, next } = start()
  expect([await memo.read('1', next, 'a'), await memo.read('1', next, 'a')]).toEqual([1, 1])
  expect(await memo.read('2', next, 'a')).toBe(2)
  expect(await memo.read('1', next, 'a')).toBe(3)
})

test('a result of a state without a stamp is not kept', async () => {
  const { memo, next } = start()
  expect([await memo.read(null, next, 'a'), await memo.read(null, next, 'a')]).toEqual([1, 2])
})

test('a failure is not kept', async () => {
  const { memo, next } = start()
  await expect(memo.read('1', () => Promise.reject(new Error('no')), 'a')).rejects.toThrow('no')
  expect(await memo.read('1', next, 'a')).toBe(1)
})

test('the results that were calculated first are removed', async () => {
  const { memo, next } = start(2)
  for (const key of ['a', 'b', 'a', 'c']) await memo.read('1', next, key)
  expect(await memo.read('1', next, 'b')).toBe(2)
  expect(await memo.read('1', next, 'a')).toBe(4)
})

test('an expired result is calculated again, and is the last one until then', async () => {
  const { memo, next } = start()
  await memo.read('1', next, 'a')
  memo.expire('a')
  expect(await memo.last('a')).toBe(1)
  expect(await memo.read('1', next, 'a')).toBe(2)
  expect(memo.last('b')).toBeNull()
})

test('a calculation in steps is kept when it has ended', () => {
  const memo = new Memo<string>()
  const count = function* () {
    yield
    yield
    return 'two'
  }
  const stepsOf = (generator: Generator<void, string>): number => [...generator].length
  expect(stepsOf(memo.steps('1', count))).toBe(2)
  const again = memo.steps('1', count).next()
  expect(again).toEqual({ done: true, value: 'two' })
  expect(stepsOf(memo.steps('2', count))).toBe(2)
})

test('an outdated result is removed before its successor is calculated', () => {
  const memo = new Memo<string>()
  memo.read('1', () => 'old')
  expect(memo.read('2', () => `after ${memo.last()}`)).toBe('after null')
})
