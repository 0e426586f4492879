import { expect, it } from 'vitest'
import { RememberedAnswers } from '#main/ledger/performance-questions.ts'

function start() {
  const answers = new RememberedAnswers<number>()
  let readCount = 0
  const readNext = (): Promise<number> => Promise.resolve(++readCount)
  return { answers, readNext }
}

it('an answer is calculated once, until one of its inputs changes', async () => {
  const { answers, readNext } = start()
  expect([await answers.read('a', false, readNext), await answers.read('a', false, readNext)]).toEqual([1, 1])
  answers.forgetNow()
  expect(await answers.read('a', false, readNext)).toBe(1)
  answers.forget()
  expect(await answers.read('a', false, readNext)).toBe(2)
})

it('an answer that depends on the latest prices is calculated again when they change', async () => {
  const { answers, readNext } = start()
  await answers.read('a', true, readNext)
  answers.forgetNow()
  expect(await answers.read('a', true, readNext)).toBe(2)
})

it('a failure is not kept, and the oldest answers are removed', async () => {
  const { answers, readNext } = start()
  await expect(answers.read('a', false, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await answers.read('a', false, readNext)).toBe(1)
  for (let key = 0; key < 100; key++) await answers.read(`other ${key}`, false, readNext)
  expect(await answers.read('a', false, readNext)).toBeGreaterThan(1)
})
