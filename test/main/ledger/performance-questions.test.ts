import { expect, it } from 'vitest'
import { RememberedAnswers } from '../../../src/main/ledger/performance-questions.ts'

function start() {
  const answers = new RememberedAnswers<number>()
  let asked = 0
  const ask = (): Promise<number> => Promise.resolve(++asked)
  return { answers, ask }
}

it('an answer is calculated once, until one of its inputs changes', async () => {
  const { answers, ask } = start()
  expect([await answers.read('a', false, ask), await answers.read('a', false, ask)]).toEqual([1, 1])
  answers.forgetNow()
  expect(await answers.read('a', false, ask)).toBe(1)
  answers.forget()
  expect(await answers.read('a', false, ask)).toBe(2)
})

it('an answer that depends on the latest prices is calculated again when they change', async () => {
  const { answers, ask } = start()
  await answers.read('a', true, ask)
  answers.forgetNow()
  expect(await answers.read('a', true, ask)).toBe(2)
})

it('a failure is not kept, and the oldest answers are removed', async () => {
  const { answers, ask } = start()
  await expect(answers.read('a', false, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await answers.read('a', false, ask)).toBe(1)
  for (let key = 0; key < 100; key++) await answers.read(`other ${key}`, false, ask)
  expect(await answers.read('a', false, ask)).toBeGreaterThan(1)
})
