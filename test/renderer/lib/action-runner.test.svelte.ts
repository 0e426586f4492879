import { expect, test } from 'vitest'
import { ActionRunner } from '#renderer/lib/action-runner.svelte.ts'
import { AppError } from '#shared/errors.ts'

const refuse = () => Promise.reject(new AppError('internal', 'The disk is full.'))

/** A runner that returns messages and counts how often it reads again. */
class Recorder extends ActionRunner {
  refreshes = 0

  say(words: string): Promise<boolean> {
    return this.runWithMessage(() => Promise.resolve(words))
  }

  protected override async refresh(): Promise<void> {
    this.refreshes++
  }
}

test('an action is not started again while it runs, and another one is', async () => {
  const actions = new ActionRunner()
  const { promise, resolve } = Promise.withResolvers<void>()
  const calls: string[] = []
  const first = actions.run('save', () => (calls.push('first'), promise))
  expect(await actions.run('save', async () => calls.push('second'))).toBe(false)
  expect(await actions.run('remove', async () => calls.push('remove'))).toBe(true)
  expect([actions.isRunning('save'), actions.isRunning('remove'), actions.isBusy]).toEqual([true, false, true])
  resolve()
  expect(await first).toBe(true)
  expect(calls).toEqual(['first', 'remove'])
  expect(actions.isBusy).toBe(false)
})

test('the error is kept until the next action starts or it is forgotten', async () => {
  const actions = new ActionRunner()
  expect(await actions.run('save', refuse)).toBe(false)
  expect(actions.error?.message).toBe('The disk is full.')
  expect(actions.isBusy).toBe(false)
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = actions.run('save', () => promise)
  expect(actions.error).toBeUndefined()
  resolve()
  await running
  await actions.run('save', refuse)
  actions.forgetError()
  expect(actions.error).toBeUndefined()
})

test('a refused second start does not erase the error of another action', async () => {
  const actions = new ActionRunner()
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = actions.run('save', () => promise)
  await actions.run('remove', refuse)
  await actions.run('save', refuse)
  expect(actions.error?.message).toBe('The disk is full.')
  resolve()
  await running
})

test('anything thrown becomes an error with a text for the user', async () => {
  const actions = new ActionRunner()
  await actions.run('save', () => {
    throw new TypeError('x is undefined')
  })
  expect(actions.error?.code).toBe('internal')
  expect(actions.error?.message).not.toContain('undefined')
})

test('the message of an action is kept until the next one, and data is read again after each, also after a failure', async () => {
  const recorder = new Recorder()
  await recorder.say('The backup is made.')
  expect(recorder.done).toBe('The backup is made.')
  recorder.forgetError()
  expect(recorder.done).toBe('The backup is made.')
  await recorder.run('other', refuse)
  expect([recorder.done, recorder.refreshes]).toEqual([undefined, 2])
  await recorder.say('Done.')
  recorder.forgetResult()
  expect(recorder.done).toBeUndefined()
})
