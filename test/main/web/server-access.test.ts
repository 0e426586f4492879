import { expect, test } from 'vitest'
import { FakeClock } from '../../fakes/clock.ts'
import { startHost } from './host.ts'

const tokenOf = (body: string): string => (JSON.parse(body) as { token: string }).token

test('a page exchanges the key of its address for a session token, and no cookie is set', async () => {
  const { send, post, openSession, launchKey } = await startHost()
  const page = await send({ path: `/?key=${launchKey}` })
  expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Tidemark') })
  const session = await openSession(launchKey)
  expect(session.status).toBe(200)
  const authorization = `Bearer ${tokenOf(session.body)}`
  expect((await post('{"method":"app.read"}', { authorization })).status).toBe(200)
  for (const { headers } of [page, session]) expect(headers['set-cookie']).toBeUndefined()
})

test('the key of an address works once', async () => {
  const { openSession, launchKey } = await startHost()
  const responses = await Promise.all([openSession(launchKey), openSession(launchKey)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401])
})

test('the key of an address works for 60 s; a session that it opened continues', async () => {
  const clock = new FakeClock()
  const { host, openSession, launchKey, post } = await startHost(undefined, { clock })
  const later = new URL(host.issueUrl()).searchParams.get('key') ?? ''
  await clock.advance(59_999)
  const { body } = await openSession(later)
  await clock.advance(1)
  expect((await openSession(launchKey)).status).toBe(401)
  await clock.advance(30 * 24 * 3_600_000)
  expect((await post('{"method":"app.read"}', { authorization: `Bearer ${tokenOf(body)}` })).status).toBe(200)
})

test('only a holder of the script key gets addresses for more browsers', async () => {
  const { send, bearer, openSession } = await startHost()
  const { body } = await send({ method: 'POST', path: '/api/address', headers: bearer })
  const { url } = JSON.parse(body) as { url: string }
  expect((await openSession(new URL(url).searchParams.get('key') ?? '')).status).toBe(200)
  expect((await send({ method: 'POST', path: '/api/address' })).status).toBe(401)
})

test.each(['/api/events', '/api/request', '/api/address', '/api/none', '/reports/known', '/reports/'])(
  'without a credential %s is refused',
  async (path) => {
    const { send } = await startHost()
    expect((await send({ path })).status).toBe(401)
  },
)

test('a request without a credential is not executed', async () => {
  let ran = 0
  const { send, key, launchKey, port } = await startHost(async () => (ran++, { ok: true, value: null }))
  for (const headers of [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: 'Basic x' },
    { authorization: `Bearer ${launchKey}` },
    { cookie: `tidemark=${key}; tidemark-${port}=${key}` },
  ]) {
    expect((await send({ method: 'POST', path: '/api/request', headers, body: '{"method":"app.read"}' })).status).toBe(
      401,
    )
  }
  expect(ran).toBe(0)
})

test('a credential in the URL authorises no request', async () => {
  const { send, key } = await startHost()
  expect((await send({ method: 'POST', path: `/api/request?key=${key}`, body: '{"method":"app.read"}' })).status).toBe(
    401,
  )
  expect((await send({ path: `/api/events?key=${key}` })).status).toBe(401)
})

test('a script with the key as bearer gets its reply', async () => {
  const { post } = await startHost()
  const answer = await post('{"method":"positions.list","params":{"accountId":null}}')
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
  expect(JSON.parse(answer.body)).toEqual({
    ok: true,
    value: { method: 'positions.list', params: { accountId: null } },
  })
})

test('credentials of another host are refused', async () => {
  const [first, second] = [await startHost(), await startHost()]
  expect((await second.openSession(first.launchKey)).status).toBe(401)
  const authorization = `Bearer ${tokenOf((await first.openSession(first.launchKey)).body)}`
  expect((await second.post('{"method":"app.read"}', { authorization })).status).toBe(401)
})

test.each([
  'evil.example',
  'evil.example:PORT',
  '127.0.0.1',
  'localhost',
  '127.0.0.1:1',
  '[::1]:PORT',
  '127.0.0.1.evil.example:PORT',
])('another Host header is refused, even with the key (DNS rebinding): %j', async (name) => {
  const { send, post, openSession, port, launchKey } = await startHost()
  const host = name.replace('PORT', `${port}`)
  expect((await send({ headers: { host } })).status).toBe(403)
  expect((await post('{"method":"app.read"}', { host })).status).toBe(403)
  expect((await openSession(launchKey, { host })).status).toBe(403)
})

test.each(['https://evil.example', 'null', 'http://localhost:1', 'https://127.0.0.1:PORT', 'http://localhost:PORT'])(
  'a request from another origin is refused: %s',
  async (name) => {
    const { post, openSession, launchKey, port } = await startHost()
    const origin = name.replace('PORT', `${port}`)
    expect((await post('{"method":"app.read"}', { origin })).status).toBe(403)
    expect((await openSession(launchKey, { origin })).status).toBe(403)
    expect((await openSession(launchKey)).status).toBe(200)
  },
)

test('the own origin is accepted under both loopback names', async () => {
  const { post, port } = await startHost()
  for (const name of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    expect((await post('{"method":"app.read"}', { host: name, origin: `http://${name}` })).status).toBe(200)
  }
})
