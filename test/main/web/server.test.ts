import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { followLanguage } from '#main/host/language.ts'
import { systemClock } from '#main/time/clock.ts'
import { serveWeb } from '#main/web/server.ts'
import { TrustedPages } from '#main/web/trusted-pages.ts'
import { writeTextsIn } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import { until } from '../../fakes/until.ts'
import { startHost } from './host.ts'

test('the server listens on loopback only and each of its addresses has a long and random key', async () => {
  const { url, launchKey, host } = await startHost()
  expect(url.hostname).toBe('127.0.0.1')
  expect(launchKey).toMatch(/^[\w-]{43}$/)
  expect(new URL(host.issueUrl()).searchParams.get('key')).not.toBe(launchKey)
})

test('files of the renderer are served with their type', async () => {
  const { send, bearer } = await startHost()
  expect(await send({ headers: bearer })).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
  expect(await send({ path: '/assets/app.js', headers: bearer })).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
    body: 'export {}',
  })
})

test('the texts of the host are in the language of the browser that asks', async () => {
  followLanguage({ all: () => ({}) })
  onTestFinished(() => writeTextsIn(() => 'en'))
  const { send, bearer } = await startHost(async () => ({ ok: true, value: m.common_fees() }))
  const feesFor = async (language: string): Promise<unknown> => {
    const headers = { ...bearer, 'content-type': 'application/json', 'accept-language': language }
    const { body } = await send({ method: 'POST', path: '/api/request', headers, body: '{"method":"a"}' })
    return JSON.parse(body)
  }
  expect(await feesFor('ru-RU,ru;q=0.9')).toMatchObject({ value: 'Комиссии' })
  expect(await feesFor('en-GB')).toMatchObject({ value: 'Fees' })
})

test.each([
  '/../outside.js',
  '/assets/../../outside.js',
  '/%2e%2e/outside.js',
  '/..%2foutside.js',
  '/assets/..%2f..%2foutside.js',
  '/..%5coutside.js',
  '/..\\outside.js',
  '//outside.js',
  '/outside.js%00',
  '/assets',
  '/assets/',
  '/notes.txt',
  '/none.html',
])("a path outside the renderer's files is not found: %s", async (path) => {
  const { send, bearer } = await startHost()
  const answer = await send({ path, headers: bearer })
  expect(answer.status).toBe(404)
  expect(answer.body).not.toContain('OUTSIDE')
})

test.each(['not json', '', 'null', '7', '"text"', '[]', '{}', '{"params":{}}', '{"method":"a"'])(
  'a body that is no request is refused as invalid: %j',
  async (body) => {
    let ran = 0
    const { post } = await startHost(async () => (ran++, { ok: true, value: null }))
    const answer = await post(body)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, code: 'invalid-request' })
    expect(ran).toBe(0)
  },
)

test.each([1024 * 1024, 20 * 1024 * 1024])(
  'a body of more than a megabyte is refused as invalid, and the client receives the response: %d bytes',
  async (bytes) => {
    const { post } = await startHost()
    const answer = await post(`{"method":"app.read","params":"${'x'.repeat(bytes)}"}`)
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, code: 'invalid-request' })
  },
)

test('a body just below a megabyte is accepted', async () => {
  const { post } = await startHost()
  const answer = await post(`{"method":"app.read","params":"${'é'.repeat(500_000)}"}`)
  expect(JSON.parse(answer.body)).toMatchObject({ ok: true })
})

test('a character split between two packets is decoded', async () => {
  const { port, key } = await startHost()
  const body = Buffer.from(JSON.stringify({ method: 'watchlists.create', params: { name: 'Тёплый €' } }))
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
  socket.write(
    `POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
  )
  for (const byte of body) await new Promise<void>((resolve) => socket.write(Buffer.of(byte), () => resolve()))
  await new Promise((resolve) => socket.on('close', resolve))
  expect(received).toContain('Тёплый €')
})

test('other methods are refused', async () => {
  const { send, bearer } = await startHost()
  for (const [method, path] of [
    ['GET', '/api/request'],
    ['PUT', '/api/request'],
    ['POST', '/'],
    ['DELETE', '/assets/app.js'],
    ['POST', '/api/events'],
  ]) {
    expect((await send({ method: method!, path: path!, headers: bearer })).status).toBe(405)
  }
})

test('an internal error is reported without its message', async () => {
  const { post } = await startHost(() => Promise.reject(new Error('SELECT token')))
  const answer = await post('{"method":"app.read"}')
  expect(answer.status).toBe(500)
  expect(answer.body).not.toContain('SELECT')
})

test('every response has the content security policy and forbids sniffing, caching and referrers', async () => {
  const { send, post, bearer, launchKey, openSession } = await startHost(async (method) =>
    method === 'fail' ? Promise.reject(new Error('x')) : { ok: true, value: null },
  )
  const answers = [
    await send({ headers: bearer }),
    await send({ path: '/assets/app.js', headers: bearer }),
    await send({ path: `/?key=${launchKey}` }),
    await openSession(launchKey),
    await openSession('wrong'),
    await send({}),
    await send({ headers: { ...bearer, host: 'evil.example' } }),
    await send({ path: '/none', headers: bearer }),
    await send({ path: '//', headers: bearer }),
    await send({ method: 'PUT', headers: bearer }),
    await post('{"method":"app.read"}'),
    await post('{"method":"fail"}'),
    await post('garbage'),
  ]
  for (const { status, headers } of answers) {
    expect(headers['content-security-policy'], `${status}`).toMatch(
      /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'$/,
    )
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('no-store')
  }
})

test('a port in use gives an error that says what to do', async () => {
  const otherServer = createServer()
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve))
  const address = otherServer.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const serving = serveWeb({
    dispatch: async () => ({ ok: true, value: null }),
    events: new EventBus(),
    lock: { isLocked: false },
    reportPath: () => '',
    exportPath: () => '',
    rendererDir: '/',
    port,
    scriptKey: null,
    pages: new TrustedPages('/nowhere/web-pages.json', systemClock),
    clock: systemClock,
  })
  await expect(serving).rejects.toMatchObject({
    name: 'AppError',
    code: 'invalid',
    message: expect.stringMatching(new RegExp(`${port}.*--port`)),
  })
  await new Promise((resolve) => otherServer.close(resolve))
})

test('closing ends open connections and frees the port', async () => {
  const { host, send, bearer, events } = await startHost()
  const stream = send({ path: '/api/events', headers: bearer })
  const ended = expect(stream).rejects.toThrow()
  await until(() => events.listeners === 2, Boolean)
  await host.close()
  await ended
  await until(() => events.listeners === 0, Boolean)
  await expect(send({})).rejects.toThrow(/ECONNREFUSED/)
})
