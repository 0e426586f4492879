import { expect, test } from 'vitest'
import { startDemo } from '../demo-client.ts'

const refused = (code: number) => ({ code, message: expect.any(String), details: [] })

test('a request with no token, a wrong token or an expired token gets the status 401', async () => {
  const { send, requestJson, clock, signIn } = await startDemo({ tokenLifeMs: 15 * 60_000 })
  const unauthenticated = await send('GET', '/v1/assets', undefined, {})
  expect([unauthenticated.status, await unauthenticated.json()]).toEqual([
    401,
    { code: 16, message: 'Missing auth token', details: [] },
  ])
  expect((await send('GET', '/v1/assets', undefined, { authorization: 'Bearer nothing' })).status).toBe(401)
  expect((await requestJson('GET', '/v1/usage')).status).toBe(200)
  await clock.advance(15 * 60_000)
  expect(await requestJson('GET', '/v1/usage')).toEqual({ status: 401, body: refused(16) })
  await signIn()
  expect((await requestJson('GET', '/v1/usage')).status).toBe(200)
})

test('a wrong secret is refused, and so is one with a newline at its end', async () => {
  const { send, demo } = await startDemo()
  for (const secret of ['no', `${demo.secret}\n`]) {
    const response = await send('POST', '/v1/sessions', { secret }, {})
    expect([response.status, await response.json()]).toEqual([
      401,
      { code: 16, message: 'Api token could not be verified', details: [] },
    ])
  }
})

test('an Authorization header is refused when starting a session', async () => {
  const { requestJson, signIn, demo } = await startDemo()
  expect((await requestJson('POST', '/v1/sessions', { secret: demo.secret })).status).toBe(401)
  expect((await requestJson('POST', '/v1/sessions/details', { token: await signIn() })).status).toBe(401)
  const seen = demo
    .requests()
    .filter(({ path, hadAuthorization }) => path.startsWith('/v1/sessions') && hadAuthorization)
  expect(seen.map(({ status }) => status)).toEqual([401, 401])
})

test('session details of an invalid token are refused', async () => {
  const { send } = await startDemo()
  expect((await send('POST', '/v1/sessions/details', { token: 'none' }, {})).status).toBe(401)
  expect((await send('POST', '/v1/sessions/details', {}, {})).status).toBe(401)
})

test.each([
  ['GET', '/v1/accounts/777'],
  ['GET', '/v1/accounts/777/orders'],
  ['GET', '/v1/accounts/777/transactions'],
  ['DELETE', '/v1/accounts/777/orders/1'],
  ['DELETE', '/v1/accounts/1900001/orders/1'],
  ['GET', '/v1/assets/SBER@MISX?account_id=777'],
  ['GET', '/v1/assets/SBER@MISX/params?account_id=777'],
  ['GET', '/v1/instruments/NONE@MISX/quotes/latest'],
  ['GET', '/v1/report/none/file'],
  ['GET', '/v1/nothing'],
])('%s %s is not found', async (method, path) => {
  const { requestJson } = await startDemo()
  expect(await requestJson(method, path)).toEqual({ status: 404, body: refused(5) })
})

test.each([
  '/v1/assets/SBER',
  '/v1/assets/SBER@',
  '/v1/assets/NONE@MISX',
  '/v1/assets/SBER/params',
  '/v1/assets/SBER@MISX@X/schedule',
  '/v1/assets/@MISX/options',
  '/v1/assets/SBER@MISX/options?expiration_date.year=2026&expiration_date.month=13',
  '/v1/assets/SBER@MISX?account_id=%3Cx%3E',
  '/v1/instruments/SBER/quotes/latest',
  '/v1/past-dividends',
  '/v1/past-dividends?symbol=SBER',
  '/v1/past-dividends?symbol=SBER@MISX&date_from.year=2026&date_to.year=2025',
  '/v1/past-dividends?symbol=SBER@MISX&sort_direction=UP',
  '/v1/assets/all?cursor=abc',
  '/v1/accounts/1900001/transactions?limit=-1',
  '/v1/accounts/1900001/transactions?interval.start_time=yesterday',
  '/v1/accounts/1900001/transactions?interval.start_time=2026-02-01T00:00:00Z&interval.end_time=2026-01-01T00:00:00Z',
  '/v1/assets/%E0%A4%A',
])('%s is not valid', async (path) => {
  const { requestJson } = await startDemo()
  expect(await requestJson('GET', path)).toEqual({ status: 400, body: refused(3) })
})

test('a symbol is accepted with @ or %40, an account with a colon or %3A', async () => {
  const { get } = await startDemo({ size: 'typical' })
  expect(await get('/v1/assets/SBER%40MISX')).toEqual(await get('/v1/assets/SBER@MISX'))
  expect(await get('/v1/accounts/TRQD05%3A989213')).toEqual(await get('/v1/accounts/TRQD05:989213'))
})

test('at most 200 requests are accepted in any 60 s, all endpoints together', async () => {
  const { requestJson, clock, get } = await startDemo()
  await clock.advance(30_000)
  for (let sent = 1; sent < 200; sent++)
    expect((await requestJson('GET', sent % 2 ? '/v1/usage' : '/v1/assets/SBER@MISX')).status).toBe(200)
  expect(await requestJson('GET', '/v1/usage')).toEqual({
    status: 429,
    body: { code: 8, message: 'Too Many Requests', details: [] },
  })
  await clock.advance(29_999)
  expect((await requestJson('GET', '/v1/usage')).status).toBe(429)
  // The sign-in leaves the window and frees exactly one slot.
  await clock.advance(1)
  expect((await requestJson('GET', '/v1/usage')).status).toBe(200)
  expect((await requestJson('GET', '/v1/usage')).status).toBe(429)
  await clock.advance(60_000)
  expect((await get('/v1/usage')).quotas[0]).toEqual({
    name: 'requests_per_minute',
    limit: '200',
    remaining: '199',
    reset_time: '2026-03-02T09:03:00Z',
  })
})

test('a read-only token cannot cancel orders', async () => {
  const { requestJson, demo } = await startDemo({ readOnly: true })
  const order = demo.orders.list('1900001').find(({ status }) => status === 'NEW')!
  expect((await requestJson('DELETE', `/v1/accounts/1900001/orders/${order.id}`)).status).toBe(403)
  expect(demo.orders.find(order.id)?.status).toBe('NEW')
})
