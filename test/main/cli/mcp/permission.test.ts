import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callLogPath, readCalls } from '#main/assistants/call-log.ts'
import { allTools } from '#main/cli/mcp/tools/all-tools.ts'
import { reportExternalAccess } from '../report-external-access.ts'
import { openStored } from '../stored-profile.ts'
import { connectAssistant, openAssistant, useAssistant } from './open-assistant.ts'

const allow = useAssistant()

test('nothing is answered until assistants are switched on, and the message says where to do that', async () => {
  const { dataDir, directory, client } = await openStored()
  const { assistant, callTool } = await connectAssistant(dataDir)
  const { isError, content, structuredContent } = await assistant.callTool({ name: 'accounts', arguments: {} })
  expect([isError, structuredContent]).toEqual([true, undefined])
  expect(JSON.stringify(content)).toContain('Assistants are switched off for this profile')
  await expect(assistant.readResource({ uri: 'tidemark://accounts' })).rejects.toThrow('switched off')
  expect(readCalls(directory, 10)).toMatchObject([
    { name: 'tidemark://accounts', outcome: 'refused', amounts: null, bytes: 0 },
    { name: 'accounts', outcome: 'refused', client: 'test assistant 1.0' },
  ])
  await client.call('settings.write', { assistants: { isOn: true, amounts: 'shown' } })
  expect(await callTool('accounts')).toMatchObject({ total: 1 })
})

test('switching off and a change of the amounts setting apply to the next call', async () => {
  const { callTool, client } = await allow()
  expect((await callTool('positions'))['rows']).toMatchObject([{ value: '600' }])
  await client.call('settings.write', { assistants: { isOn: true, amounts: 'hidden' } })
  expect((await callTool('positions'))['rows']).toMatchObject([{ value: 'hidden' }])
  await client.call('settings.write', { assistants: { isOn: false, amounts: 'hidden' } })
  await expect(callTool('positions')).rejects.toThrow('switched off')
})

test('a locked app answers no assistant, also no connected assistant', async () => {
  const { callTool, client } = await openAssistant({ isOn: true, amounts: 'shown' })
  expect(await callTool('accounts')).toMatchObject({ total: 1 })
  await client.call('lock.setPin', { pin: '2580', current: null })
  expect(await callTool('accounts')).toMatchObject({ total: 1 })
  await client.call('lock.lock')
  for (const tool of ['accounts', 'transactions', 'health'])
    await expect(callTool(tool)).rejects.toThrow('Tidemark is locked')
  await client.call('lock.unlock', { pin: '2580' })
  expect(await callTool('accounts')).toMatchObject({ total: 1 })
})

test('each call is in a log with its question and outcome, which the window shows newest first', async () => {
  const { callTool, client } = await allow()
  await callTool('transactions', { text: 'ввод', limit: 5 })
  await expect(callTool('transactions', { account: ['no such'] })).rejects.toThrow(
    'There are no transactions of account',
  )
  const { calls, path, launch } = await client.call('assistants.read')
  expect(calls).toMatchObject([
    { name: 'transactions', question: '{"account":["no such"]}', outcome: 'refused', amounts: null },
    { name: 'transactions', question: '{"text":"ввод","limit":5}', outcome: 'answered', amounts: 'shown' },
  ])
  expect(calls[1]?.bytes).toBeGreaterThan(100)
  expect(path).toMatch(/assistants\.log$/)
  expect(launch?.args).toEqual(expect.arrayContaining(['mcp', '--profile']))
})

test('a program with the protocol of 2026 gets answers, and the log has its name', async () => {
  const { dataDir, client } = await openStored()
  await client.call('settings.write', { assistants: { isOn: true, amounts: 'shown' } })
  const { callTool } = await connectAssistant(dataDir, { protocol: { pin: '2026-07-28' } })
  expect(await callTool('accounts')).toMatchObject({ total: 1 })
  expect((await client.call('assistants.read')).calls).toMatchObject([
    { name: 'accounts', client: 'test assistant 1.0' },
  ])
})

test('the message about a profile that cannot be opened has no paths or names of profiles', async () => {
  const { dataDir, id, close, directory } = await openStored()
  await close()
  writeFileSync(join(directory, 'cache.sqlite'), 'no database')
  for (const requestedDirectory of [dataDir, join(dataDir, 'profiles')]) {
    const { assistant, errors } = await connectAssistant(requestedDirectory)
    const { isError, content } = await assistant.callTool({ name: 'accounts', arguments: {} })
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('cannot be read')])
    for (const word of [dataDir, id]) expect(JSON.stringify(content)).not.toContain(word)
    expect(errors.join('')).toContain('opening the profile')
  }
})

test('without a log nothing is answered', async () => {
  const { callTool, directory } = await allow()
  const path = callLogPath(directory)
  symlinkSync(join(directory, 'no-folder', 'log'), path)
  await expect(callTool('accounts')).rejects.toThrow('The log of calls cannot be written')
  rmSync(path)
  expect(await callTool('accounts')).toMatchObject({ total: 1 })
})

test('no call reaches the network or the keychain, and no answer contains the secret', async () => {
  const { dataDir, client, profile } = await openStored()
  await client.call('settings.write', { assistants: { isOn: true, amounts: 'shown' } })
  const { callTool, errors } = await connectAssistant(dataDir, { nodeArgs: ['--import', reportExternalAccess] })
  const answers = []
  for (const { name } of allTools) answers.push(await callTool(name, name === 'past_day' ? { date: '2026-01-15' } : {}))
  expect(errors.join('')).toBe('')
  const text = JSON.stringify([answers, readCalls(profile.paths.directory, 100)])
  for (const word of ['secret of a test', 'token', dataDir]) expect([word, text.includes(word)]).toEqual([word, false])
})
