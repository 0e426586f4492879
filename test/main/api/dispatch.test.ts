import { expect, test } from 'vitest'
import { createDispatcher, type Handlers } from '#main/api/dispatch.ts'
import { createClient, type Client, type Reply, type ReplyForm, type Transport } from '#shared/client.ts'
import { ColumnText, writeColumns } from '#shared/column-text.ts'
import { requests, type Method } from '#shared/contract/contract.ts'
import { AppError, errorCodes } from '#shared/errors.ts'
import { incomeRow } from '../../renderer/income/income-rows.ts'

const refuse = (): never => {
  throw new AppError('signed-out', 'Connect first')
}
const methods = Object.keys(requests) as Method[]
const allRefuse = Object.fromEntries(methods.map((method) => [method, refuse])) as unknown as Handlers

interface Wire {
  readonly client: Client
  readonly faults: (readonly [string, unknown])[]
  readonly calls: unknown[]
  send(method: unknown, params?: unknown, form?: ReplyForm): Promise<Reply>
}

/** A client connected directly to the dispatcher; `structuredClone` replaces the IPC channel. */
function wire(over: Partial<Handlers> = {}): Wire {
  const faults: (readonly [string, unknown])[] = []
  const calls: unknown[] = []
  const dispatch = createDispatcher({ ...allRefuse, ...over }, (method, error) => faults.push([method, error]))
  const send = async (method: unknown, params?: unknown, form?: ReplyForm) => {
    calls.push(method)
    return structuredClone(await dispatch(method, structuredClone(params), form))
  }
  const transport: Transport = { request: send, subscribe: () => () => undefined }
  return { client: createClient(transport), faults, calls, send }
}

test('the client receives the value that the handler returns', async () => {
  const { client } = wire({ 'instruments.search': () => [] })
  expect(await client.call('instruments.search', { text: 'a', limit: 5 })).toEqual([])
})

test.each(errorCodes)('an error with the code %s reaches the client with its code and message', async (code) => {
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
])('an unexpected error that is %s is logged once and does not reach the client', async (_, handler) => {
  const { send, faults } = wire({ 'accounts.list': handler })
  const reply = await send('accounts.list')
  expect(reply).toMatchObject({ ok: false, code: 'internal' })
  expect(JSON.stringify(reply)).not.toMatch(/SELECT|token|TypeError/)
  expect(faults).toEqual([['accounts.list', expect.any(TypeError)]])
})

test('a result contains only the fields of the contract, at any depth', async () => {
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

test('rows that a handler returns as text reach the client as rows, and reach every other sender as values of the contract', async () => {
  const row = incomeRow()
  const { client, send } = wire({
    'income.list': () => new ColumnText(writeColumns([{ ...row, secret: 'more than the contract has' }])),
  })
  const params = { accountId: null, from: 0, to: 1 }
  expect(await client.call('income.list', params)).toMatchObject([row])
  expect(await send('income.list', params, 'columns')).toMatchObject({ ok: true, parts: [expect.any(String)] })
  expect(await send('income.list', params)).toEqual({ ok: true, value: [row] })
})

test('a result that violates the contract is an internal error', async () => {
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
])('an unknown method is rejected: %j', async (method) => {
  const dispatch = createDispatcher(allRefuse, () => undefined)
  expect(await dispatch(method, undefined)).toMatchObject({ ok: false, code: 'invalid-request' })
})

test('the error for a long unknown method is short', async () => {
  const reply = await wire().send('x'.repeat(1_000_000))
  expect(JSON.stringify(reply).length).toBeLessThan(200)
})

test.each(methods)('%s rejects malformed parameters before its handler runs', async (method) => {
  let ran = false
  const { send } = wire({ [method]: () => (ran = true) })
  for (const params of [{ surprise: 1 }, 'text', 7, [], [null]]) {
    expect(await send(method, params)).toMatchObject({ ok: false, code: 'invalid-request' })
  }
  expect(ran).toBe(false)
})

const messageOf = (reply: Reply): string => ('message' in reply ? reply.message : '')

test.each([
  [
    'connection.connect',
    { baseUrl: 'https://a.example', secret: 'S3CRET', keepIn: 'S3CRET-FILE' },
    'keepIn: expected one of "keychain"|"memory"',
  ],
  [
    'connection.connect',
    { baseUrl: 'https://a.example', secret: 5, keepIn: 'memory' },
    'secret: expected string, received number',
  ],
  ['connection.pause', {}, 'paused: expected boolean, received undefined'],
  ['transactions.coverage', { accountId: '1' }, 'expected no parameters'],
  ['quotes.list', { symbols: [], surprise: 1, 'S3CRET!': 1 }, 'unknown surprise'],
  [
    'cancels.prepare',
    { scope: { kind: 'S3CRET' } },
    "scope.kind: Invalid discriminator value. Expected 'orders' | 'all'",
  ],
])('%s with %j names the wrong parameter and the expected value', async (method, params, expected) => {
  const message = `Bad parameters for ${method}: ${expected}`
  expect(await wire().send(method, params)).toEqual({ ok: false, code: 'invalid-request', message })
})

const namesOf = (method: Method): readonly string[] => {
  const { params } = requests[method]
  return 'shape' in params ? Object.keys(params.shape) : []
}

test.each(methods)(
  'the error for bad parameters of %s names a parameter and the expected type, and contains no value',
  async (method) => {
    const names = namesOf(method)
    for (const secret of ['S3CRET', [['S3CRET']], { S3CRET: 'S3CRET' }, 1234.5]) {
      const params = names.length === 0 ? secret : Object.fromEntries(names.map((name) => [name, secret]))
      const message = messageOf(await wire().send(method, params))
      // Some requests accept these values; their handler then throws.
      if (message === 'Connect first') continue
      const [head = '', ...rest] = message.split(': ')
      expect(head).toBe(`Bad parameters for ${method}`)
      if (names.length > 0) expect(names).toContain(rest[0]!.split('.')[0])
      expect(rest.at(-1)).not.toBe('')
      expect(message).not.toMatch(/S3CRET|1234/)
    }
  },
)

test('null is accepted as no parameters, because JSON has no undefined', async () => {
  const { send } = wire({ 'accounts.list': () => [] })
  expect(await send('accounts.list', null)).toEqual({ ok: true, value: [] })
})
