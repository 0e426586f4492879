import { expect, test } from 'vitest'
import { createDispatcher, type Handlers } from '../../../src/main/ipc/dispatch.ts'
import { createClient, type Client, type Reply, type Transport } from '../../../src/shared/client.ts'
import { requests, type Method } from '../../../src/shared/contract.ts'
import { AppError, errorCodes } from '../../../src/shared/errors.ts'

const refuse = (): never => {
  throw new AppError('signed-out', 'Connect first')
}
const methods = Object.keys(requests) as Method[]
const allRefuse = Object.fromEntries(methods.map((method) => [method, refuse])) as unknown as Handlers

interface Wire {
  readonly client: Client
  readonly faults: (readonly [string, unknown])[]
  readonly calls: unknown[]
  send(method: unknown, params?: unknown): Promise<Reply>
}

/** A window wired straight to the dispatcher; `structuredClone` stands in for the wire. */
function wire(over: Partial<Handlers> = {}): Wire {
  const faults: (readonly [string, unknown])[] = []
  const calls: unknown[] = []
  const dispatch = createDispatcher({ ...allRefuse, ...over }, (method, error) => faults.push([method, error]))
  const send = async (method: unknown, params?: unknown) => {
    calls.push(method)
    return structuredClone(await dispatch(method, structuredClone(params)))
  }
  const transport: Transport = { request: send, subscribe: () => () => undefined }
  return { client: createClient(transport), faults, calls, send }
}

test('a value comes back as the handler gave it', async () => {
  const { client } = wire({ 'instruments.search': () => [] })
  expect(await client.call('instruments.search', { text: 'a', limit: 5 })).toEqual([])
})

test.each(errorCodes)('the code %s survives the wire with its words', async (code) => {
  const { client, faults } = wire({
    'accounts.list': () => {
      throw new AppError(code, `It is ${code}`)
    },
  })
  await expect(client.call('accounts.list')).rejects.toMatchObject({ name: 'AppError', code, message: `It is ${code}` })
  expect(faults).toEqual([])
})

test.each([
  [
    'thrown',
    () => {
      throw new TypeError('SELECT token FROM')
    },
  ],
  ['rejected', () => Promise.reject(new TypeError('SELECT token FROM'))],
])('an error that is %s unexpectedly says nothing of itself and is noted once', async (_, handler) => {
  const { send, faults } = wire({ 'accounts.list': handler })
  const reply = await send('accounts.list')
  expect(reply).toMatchObject({ ok: false, code: 'internal' })
  expect(JSON.stringify(reply)).not.toMatch(/SELECT|token|TypeError/)
  expect(faults).toEqual([['accounts.list', expect.any(TypeError)]])
})

test('a result carries only what the contract names, however deep', async () => {
  const session = {
    createdAt: null,
    expiresAt: null,
    permissions: [],
    accountIds: ['1'],
    isReadOnly: true,
    token: 'T0KEN',
  }
  const keychain = { kind: 'ready', message: '', remedy: '', secret: 'S3CRET' } as const
  const { send } = wire({ 'connection.test': () => ({ session, keychain, secret: 'S3CRET' }) })
  const reply = await send('connection.test', { baseUrl: 'https://a.example', secret: 'S3CRET' })
  expect(reply).toMatchObject({ ok: true, value: { session: { accountIds: ['1'] } } })
  expect(JSON.stringify(reply)).not.toMatch(/T0KEN|S3CRET|secret|token/)
})

test('a result that breaks the contract is a fault of ours, not an answer', async () => {
  const { send, faults } = wire({ 'accounts.list': () => [{ id: 'S3CRET' }] as never })
  expect(await send('accounts.list')).toMatchObject({ ok: false, code: 'internal' })
  expect(faults).toHaveLength(1)
})

test.each([
  ...['nope', '', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'accounts.list '],
  ...[
    undefined,
    null,
    1,
    true,
    [],
    ['accounts.list'],
    {},
    { toString: null },
    { toString: 1, valueOf: 1 },
    Object.create(null) as unknown,
  ],
])('an unknown method is refused: %j', async (method) => {
  const dispatch = createDispatcher(allRefuse, () => undefined)
  expect(await dispatch(method, undefined)).toMatchObject({ ok: false, code: 'invalid-request' })
})

test('a long unknown method is not repeated at length', async () => {
  const reply = await wire().send('x'.repeat(1_000_000))
  expect(JSON.stringify(reply).length).toBeLessThan(200)
})

test.each(methods)('%s refuses malformed parameters before its handler runs', async (method) => {
  let ran = false
  const { send } = wire({ [method]: () => (ran = true) })
  for (const params of [{ surprise: 1 }, 'text', 7, [], [null]]) {
    expect(await send(method, params)).toMatchObject({ ok: false, code: 'invalid-request' })
  }
  expect(ran).toBe(false)
})

test('a refusal names the parameter, never its value', async () => {
  const reply = await wire().send('connection.connect', {
    baseUrl: 'https://a.example',
    secret: 'S3CRET',
    keepIn: 'S3CRET-FILE',
  })
  expect(reply).toEqual({
    ok: false,
    code: 'invalid-request',
    message: 'Bad parameters for connection.connect: keepIn',
  })
})

test('no parameters may be written as null, as JSON has no undefined', async () => {
  const { send } = wire({ 'accounts.list': () => [] })
  expect(await send('accounts.list', null)).toEqual({ ok: true, value: [] })
})
