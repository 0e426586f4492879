import { expect, test } from 'vitest'
import { readCalls } from '#main/assistants/call-log.ts'
import { AssistantCalls } from '#main/cli/mcp/server/assistant-calls.ts'
import { systemClock } from '#main/time/clock.ts'
import { runInProcess } from './run-in-process.ts'
import { openStored } from './stored-profile.ts'

const pin = '2580'

test('a command that runs when the app is locked writes nothing more', async () => {
  const { dataDir, client } = await openStored()
  await client.call('lock.setPin', { pin, current: null })
  const args = ['transactions', '--format', 'csv', '--data-dir', dataDir]
  const { output: complete } = await runInProcess(args)
  expect(complete.split('\r\n').length).toBeGreaterThan(3)
  const { code, output, errors } = await runInProcess(args, () => client.call('lock.lock'))
  expect(code).toBe(4)
  expect(output).toBe(`${complete.split('\r\n')[0]}\r\n`)
  expect(errors).toMatch(/^tidemark: Tidemark is locked/)
})

test('an answer that is ready only after the app was locked does not reach the assistant', async () => {
  const { dataDir, directory, client } = await openStored()
  await client.call('settings.write', { assistants: { isOn: true, amounts: 'shown' } })
  await client.call('lock.setPin', { pin, current: null })
  const calls = new AssistantCalls({
    ...{ dataDir, profileId: null, unlock: async () => undefined, version: '0', clock: systemClock },
    logFault: () => undefined,
  })
  const call = { client: 'test', name: 'accounts', question: {} }
  expect(await calls.ask(call, async () => ({ total: 1 }))).toEqual({ total: 1 })
  const answer = calls.ask(call, async () => {
    await client.call('lock.lock')
    return { total: 1 }
  })
  await expect(answer).rejects.toMatchObject({ code: 'locked' })
  expect(readCalls(directory, 1)).toMatchObject([{ name: 'accounts', outcome: 'refused', amounts: null, bytes: 0 }])
})
