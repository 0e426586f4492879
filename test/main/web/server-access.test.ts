import { expect, test } from 'vitest'
import { startHost } from './host.ts'

const readCookie = (headers: Record<string, unknown>): string => String((headers['set-cookie'] as string[])[0])

test('the key in the address becomes a cookie, and leaves the address bar', async () => {
  const { ask, key } = await startHost()
  const first = await ask({ path: `/?key=${key}` })
  expect(first.status).toBe(303)
  expect(first.headers.location).toBe('/')
  expect(first.body).toBe('')
  const cookie = readCookie(first.headers)
  expect(cookie).toMatch(/; HttpOnly(;|$)/)
  expect(cookie).toMatch(/; SameSite=Strict(;|$)/)
  const page = await ask({ headers: { cookie: `other=1; ${cookie.split(';')[0]}` } })
  expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Tidemark') })
})

test.each(['/', '/assets/app.js', '/api/events', '/?key=', '/?key=wrong', '/notes.txt', '/none'])(
  'without the key %s is refused',
  async (path) => {
    const { ask } = await startHost()
    expect(await ask({ path })).toMatchObject({
      status: 401,
      headers: expect.not.objectContaining({ 'set-cookie': expect.anything() }),
    })
  },
)

test('without the key a request is not run', async () => {
  let ran = 0
  const { ask } = await startHost(async () => (ran++, { ok: true, value: null }))
  for (const headers of [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: 'Basic x' },
    { cookie: 'tidemark=wrong' },
  ]) {
    expect((await ask({ method: 'POST', path: '/api/request', headers, body: '{"method":"app.read"}' })).status).toBe(
      401,
    )
  }
  expect(ran).toBe(0)
})

test('the key in the address opens the page alone, never a request', async () => {
  const { ask, key } = await startHost()
  expect((await ask({ method: 'POST', path: `/api/request?key=${key}`, body: '{"method":"app.read"}' })).status).toBe(
    401,
  )
  expect((await ask({ path: `/api/events?key=${key}` })).status).toBe(401)
})

test('a script bears the key and gets its reply', async () => {
  const { post } = await startHost()
  const answer = await post('{"method":"positions.list","params":{"accountId":null}}')
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
  expect(JSON.parse(answer.body)).toEqual({
    ok: true,
    value: { method: 'positions.list', params: { accountId: null } },
  })
})

test('a cookie of another port is not the key', async () => {
  const [one, two] = [await startHost(), await startHost()]
  const cookie = readCookie((await one.ask({ path: `/?key=${one.key}` })).headers).split(';')[0] ?? ''
  expect((await two.ask({ headers: { cookie } })).status).toBe(401)
})

test.each([
  'evil.example',
  'evil.example:PORT',
  '127.0.0.1',
  'localhost',
  '127.0.0.1:1',
  '[::1]:PORT',
  '127.0.0.1.evil.example:PORT',
])('a page under another name is refused, even with the key (DNS rebinding): %j', async (name) => {
  const { ask, bearer, port, key } = await startHost()
  const host = name.replace('PORT', `${port}`)
  expect((await ask({ headers: { ...bearer, host } })).status).toBe(403)
  expect((await ask({ path: `/?key=${key}`, headers: { host } })).headers['set-cookie']).toBeUndefined()
})

test.each(['https://evil.example', 'null', 'http://localhost:1', 'https://127.0.0.1:PORT', 'http://localhost:PORT'])(
  'a request from another origin is refused: %s',
  async (name) => {
    const { post, port } = await startHost()
    expect((await post('{"method":"app.read"}', { origin: name.replace('PORT', `${port}`) })).status).toBe(403)
  },
)

test('its own origin is let in, by both names of loopback', async () => {
  const { post, port } = await startHost()
  for (const name of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    expect((await post('{"method":"app.read"}', { host: name, origin: `http://${name}` })).status).toBe(200)
  }
})
