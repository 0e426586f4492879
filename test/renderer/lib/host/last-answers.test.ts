import { beforeEach, expect, test } from 'vitest'
import { LastAnswers } from '../../../../src/renderer/lib/host/last-answers.ts'
import type { Reply } from '../../../../src/shared/client.ts'

const lost: Reply = { ok: false, code: 'unavailable', message: 'Tidemark does not respond.' }
let isLost: boolean
let answers: LastAnswers
beforeEach(() => {
  isLost = false
  answers = new LastAnswers(() => isLost)
})
const ask = (reply: Reply, method = 'positions.list', params: unknown = { accountId: null }) =>
  answers.ask(async () => reply, method, params)
const value = (text: string): Reply => ({ ok: true, value: text })

test('a host that is lost is answered for with the last answer to the same question', async () => {
  await ask(value('old'))
  await ask(value('new'))
  isLost = true
  expect(await ask(lost)).toEqual(value('new'))
  expect(await ask(lost, 'positions.list', { accountId: '7' })).toEqual(lost)
  expect(await ask(lost, 'orders.list')).toEqual(lost)
})

test('a failure of a host that responds is shown, and an answer is never older than the last one', async () => {
  await ask(value('old'))
  const failed: Reply = { ok: false, code: 'internal', message: 'The cache could not be read' }
  isLost = true
  expect(await ask(failed)).toEqual(failed)
  isLost = false
  expect(await ask(lost)).toEqual(lost)
})

test('a request that changes something is never answered from memory', async () => {
  for (const method of ['settings.write', 'watchlists.create', 'cancels.confirm', 'sync.now', 'reports.request']) {
    isLost = false
    await ask(value('done'), method)
    isLost = true
    expect(await ask(lost, method)).toEqual(lost)
  }
})

test('what was forgotten is not recalled, and only the last 200 answers are kept', async () => {
  await ask(value('a'))
  answers.forget()
  isLost = true
  expect(await ask(lost)).toEqual(lost)
  isLost = false
  for (let index = 0; index <= 200; index++) await ask(value(String(index)), 'positions.list', index)
  isLost = true
  expect(await ask(lost, 'positions.list', 0)).toEqual(lost)
  expect(await ask(lost, 'positions.list', 1)).toEqual(value('1'))
})
