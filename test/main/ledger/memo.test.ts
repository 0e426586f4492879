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
  expect([await memo.read('a', '1', next), await memo.read('a', '1', next)]).toEqual([1, 1])
  expect(await memo.read('a', '2', next)).toBe(2)
  expect(await memo.read('a', '1', next)).toBe(3)
})

test('a result of a state without a stamp is not kept', async () => {
  const { memo, next } = start()
  expect([await memo.read('a', null, next), await memo.read('a', null, next)]).toEqual([1, 2])
})

test('a failure is not kept', async () => {
  const { memo, next } = start()
  await expect(memo.read('a', '1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await memo.read('a', '1', next)).toBe(1)
})

test('the results that were calculated first are removed', async () => {
  const { memo, next } = start(2)
  for (const key of ['a', 'b', 'a', 'c']) await memo.read(key, '1', next)
  expect(await memo.read('b', '1', next)).toBe(2)
  expect(await memo.read('a', '1', next)).toBe(4)
})

test('an expired result is calculated again, and is the last one until then', async () => {
  const { memo, next } = start()
  await memo.read('a', '1', next)
  memo.expire('a')
  expect(await memo.last('a')).toBe(1)
  expect(await memo.read('a', '1', next)).toBe(2)
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
  expect(stepsOf(memo.steps('a', '1', count))).toBe(2)
  const again = memo.steps('a', '1', count).next()
  expect(again).toEqual({ done: true, value: 'two' })
  expect(stepsOf(memo.steps('a', '2', count))).toBe(2)
})
