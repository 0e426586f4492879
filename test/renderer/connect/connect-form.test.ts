import { expect, test, vi } from 'vitest'
import { ConnectForm } from '#renderer/connect/connect-form.svelte.ts'
import { groupPermissions, levelWords } from '#renderer/lib/words/market-words.ts'
import { createClient } from '#shared/client.ts'
import { keychainMissing, keychainReady, session } from '../fixtures/data.ts'
import { failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'

const secret = 's3cr3t-of-the-broker'

function filled(overrides: Partial<Answers> = {}) {
  const transport = fixtureTransport(overrides)
  const onconnected = vi.fn()
  const form = new ConnectForm(createClient(transport), '', onconnected)
  form.baseUrl = ' https://api.broker.test '
  form.secret = secret
  return { transport, onconnected, form }
}

/** All public state of the form. */
const stateOf = (form: ConnectForm) =>
  JSON.stringify([form.baseUrl, form.secret, form.result, form.error?.message, form.phase])

test('a test shows its result and keeps the secret for connecting', async () => {
  const { form, transport } = filled()
  await form.test()
  expect(transport.calls).toEqual([
    { method: 'connection.test', params: { baseUrl: 'https://api.broker.test', secret } },
  ])
  expect(form.result?.session.accountIds).toEqual(['1900001', 'TRQD05:989213'])
  expect(form.canConnect).toBe(true)
})

test('the secret is erased when the connect request is sent, before the response', async () => {
  const { form, transport, onconnected } = filled()
  await form.test()
  const connecting = form.connect()
  expect(form.phase).toBe('connecting')
  expect(stateOf(form)).not.toContain(secret)
  await connecting
  expect(transport.calls.at(-1)).toEqual({
    method: 'connection.connect',
    params: { baseUrl: 'https://api.broker.test', secret, keepIn: 'keychain' },
  })
  expect(onconnected).toHaveBeenCalledOnce()
  expect(stateOf(form)).not.toContain(secret)
})

test('the secret stays erased when connecting fails', async () => {
  const { form, onconnected } = filled({ 'connection.connect': failing('offline', 'No connection.') })
  await form.test()
  await form.connect()
  expect(form.error?.code).toBe('offline')
  expect(form.phase).toBe('editing')
  expect(onconnected).not.toHaveBeenCalled()
  expect(stateOf(form)).not.toContain(secret)
})

test('a refused secret is erased; after a different failure the test can be repeated', async () => {
  const refused = filled({ 'connection.test': failing('secret-refused') })
  await refused.form.test()
  expect([refused.form.error?.code, refused.form.secret]).toEqual(['secret-refused', ''])
  const offline = filled({ 'connection.test': failing('offline') })
  await offline.form.test()
  expect([offline.form.error?.code, offline.form.canTest]).toEqual(['offline', true])
})

test('without a keychain, connecting requires agreement to keep the secret in memory', async () => {
  const { form, transport } = filled({
    'connection.test': () => ({ session: session(Date.now()), keychain: keychainMissing }),
  })
  await form.test()
  expect([form.needsMemory, form.canConnect]).toEqual([true, false])
  await form.submit()
  expect(transport.calls.map(({ method }) => method)).toEqual(['connection.test'])
  form.isMemoryAgreed = true
  await form.submit()
  expect(transport.calls.at(-1)?.params).toMatchObject({ keepIn: 'memory' })
})

test('an edit discards the test result and the agreement', async () => {
  const { form } = filled({ 'connection.test': () => ({ session: session(Date.now()), keychain: keychainMissing }) })
  await form.test()
  form.isMemoryAgreed = true
  form.secret = 'another'
  expect([form.result, form.isMemoryAgreed, form.canConnect]).toEqual([undefined, false, false])
})

test('a response for earlier input is ignored', async () => {
  let respond: (value: Awaited<ReturnType<Answers['connection.test']>>) => void = () => undefined
  const { form } = filled({ 'connection.test': () => new Promise((resolve) => (respond = resolve)) })
  const testing = form.test()
  await Promise.resolve()
  form.baseUrl = 'https://other.broker.test'
  respond({ session: session(Date.now()), keychain: keychainReady })
  await testing
  expect(form.result).toBeUndefined()
})

test('an empty secret cannot be tested', async () => {
  const { form, transport } = filled()
  form.secret = '  '
  await form.submit()
  expect(transport.calls).toEqual([])
})

test('permissions are grouped by level and delay', () => {
  expect(groupPermissions(session(0).permissions)).toEqual([
    { level: 'depth of market', delay: 'real time', places: ['XNGS'] },
    { level: 'best bid offer', delay: 'real time', places: ['US'] },
    { level: 'last price', delay: 'delayed 15 min', places: ['worldwide'] },
    { level: 'access forbidden', delay: '', places: ['XOSE'] },
  ])
  expect(levelWords('QUOTE_LEVEL_SOMETHING_NEW')).toBe('something new')
})
