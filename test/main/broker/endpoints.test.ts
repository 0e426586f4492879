import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '#main/broker/broker.ts'
import { table as endpoints, type Inputs } from '#main/broker/endpoints.ts'
import { outputSchemas, unpackContent } from './decode-response.ts'
import { fullResponses } from './full-responses/full-responses.ts'
import { answer, failureOf, secret, startRig, tokenOf, type Rig } from './loopback.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.stop())

interface Case<N extends Operation = Operation> {
  readonly name: N
  readonly input: Inputs[N]
  readonly sent: string
  readonly body?: unknown
}
const caseOf = <N extends Operation>(name: N, input: Inputs[N], sent: string, body?: unknown): Case<N> => ({
  name,
  input,
  sent,
  body,
})

const from = Date.UTC(2026, 0, 1)
const to = Date.UTC(2026, 0, 2, 3, 4, 5, 60)
const cases: readonly Case[] = [
  caseOf('listTradableAssets', {}, 'GET /v1/assets'),
  caseOf('listAllAssets', {}, 'GET /v1/assets/all'),
  caseOf('listAllAssets', { cursor: null, onlyActive: true }, 'GET /v1/assets/all?only_active=true'),
  caseOf(
    'listAllAssets',
    { cursor: '7 5', onlyDisabled: false },
    'GET /v1/assets/all?cursor=7%205&only_disabled=false',
  ),
  caseOf('getAsset', { symbol: 'S@M' }, 'GET /v1/assets/S@M'),
  caseOf('getAsset', { symbol: 'S@M', accountId: 'A:1' }, 'GET /v1/assets/S@M?account_id=A%3A1'),
  caseOf('getTradingParams', { symbol: 'S@M', accountId: 'A' }, 'GET /v1/assets/S@M/params?account_id=A'),
  caseOf('getSchedule', { symbol: 'S@M' }, 'GET /v1/assets/S@M/schedule'),
  caseOf('listConstituents', { symbol: 'S@M' }, 'GET /v1/assets/S@M/constituents'),
  caseOf('listConstituents', { symbol: 'S@M', cursor: '9' }, 'GET /v1/assets/S@M/constituents?cursor=9'),
  caseOf('listOptions', { symbol: 'S@M' }, 'GET /v1/assets/S@M/options'),
  caseOf(
    'listOptions',
    { symbol: 'S@M', root: 'W&', expirationDate: '2026-03-05' },
    'GET /v1/assets/S@M/options?root=W%26&expiration_date.year=2026&expiration_date.month=3&expiration_date.day=5',
  ),
  caseOf(
    'listOptions',
    { symbol: 'S@M', expirationDate: '2026-03' },
    'GET /v1/assets/S@M/options?expiration_date.year=2026&expiration_date.month=3',
  ),
  caseOf('getQuote', { symbol: 'S@M' }, 'GET /v1/instruments/S@M/quotes/latest'),
  caseOf('getTrades', { symbol: 'S@M' }, 'GET /v1/instruments/S@M/trades/latest'),
  caseOf('getOrderBook', { symbol: 'S@M' }, 'GET /v1/instruments/S@M/orderbook'),
  caseOf('listPastBondEvents', {}, 'GET /v1/bonds/past'),
  caseOf(
    'listPastBondEvents',
    { symbol: 'S@M', direction: 'DESC', limit: 100, offset: 0, from: '2025-12-31', to: '2026' },
    'GET /v1/bonds/past?symbol=S%40M&sort_direction=DESC&limit=100&offset=0' +
      '&date_from.year=2025&date_from.month=12&date_from.day=31&date_to.year=2026',
  ),
  caseOf(
    'listPastDividends',
    { symbol: 'S@M', from: '2025-01' },
    'GET /v1/past-dividends?symbol=S%40M&date_from.year=2025&date_from.month=1',
  ),
  caseOf('listFutureSplits', { direction: 'ASC', offset: 20 }, 'GET /v1/splits/future?sort_direction=ASC&offset=20'),
  caseOf('getAccount', { accountId: 'A' }, 'GET /v1/accounts/A'),
  caseOf(
    'listTransactions',
    { accountId: 'A', from, to, limit: 1000 },
    'GET /v1/accounts/A/transactions?limit=1000&interval.start_time=2026-01-01T00%3A00%3A00Z&interval.end_time=2026-01-02T03%3A04%3A05.060Z',
  ),
  caseOf('listOrders', { accountId: 'A' }, 'GET /v1/accounts/A/orders'),
  caseOf(
    'cancelOrder',
    { accountId: 'A', orderId: '1984994379300000001' },
    'DELETE /v1/accounts/A/orders/1984994379300000001',
  ),
  caseOf('createReport', { accountId: 'A', from, to, form: 'REPORT_FORM_LONG' }, 'POST /v1/report', {
    date_range: { date_begin: '2026-01-01T00:00:00Z', date_end: '2026-01-02T03:04:05.060Z' },
    report_form: 'REPORT_FORM_LONG',
    account_id: 'A',
  }),
  caseOf('getReport', { reportId: '7/8' }, 'GET /v1/report/7%2F8/info'),
  caseOf('getUsage', {}, 'GET /v1/usage'),
]

test.each(cases)('$name is sent as $sent', async ({ name, input, sent, body }) => {
  rig.service.handle = (_, response) => answer(response, 200, fullResponses[name])
  const output = await rig.broker.call(name, input, { purpose: 'user' })
  expect(() => outputSchemas[name].parse(unpackContent(output))).not.toThrow()
  const request = rig.service.calls.at(-1)!
  expect(`${request.method} ${request.url}`).toBe(sent)
  // On a slow computer the session may be renewed between two cases.
  const authorizations = Array.from({ length: rig.service.sessions }, (_, index) => `Bearer ${tokenOf(index + 1)}`)
  expect(authorizations).toContain(request.headers.authorization)
  expect(request.headers.accept).toBe('application/json')
  expect(request.headers['content-type']).toBe(body === undefined ? undefined : 'application/json')
  expect(request.body === '' ? undefined : JSON.parse(request.body)).toEqual(body)
})

test('a session is opened by two POST requests without an Authorization header', () => {
  const [open, details] = rig.service.received
  expect([open, details]).toMatchObject([
    { method: 'POST', url: '/v1/sessions', body: JSON.stringify({ secret }) },
    { method: 'POST', url: '/v1/sessions/details', body: JSON.stringify({ token: tokenOf(1) }) },
  ])
  for (const request of [open, details]) {
    expect(request?.headers).not.toHaveProperty('authorization')
    expect(request?.headers['content-type']).toBe('application/json')
  }
})

test('all 22 operations of the contract exist and have a test case', () => {
  expect(Object.keys(endpoints)).toHaveLength(22)
  expect(new Set([...cases.map(({ name }) => name), 'openSession', 'readSession'])).toEqual(
    new Set(Object.keys(endpoints)),
  )
})

test('only reads are retried', () => {
  const sentOnce = Object.entries(endpoints).filter(([, endpoint]) => !endpoint.retry)
  expect(sentOnce.map(([name]) => name)).toEqual(['cancelOrder', 'createReport'])
})

test('special characters in a symbol are encoded, and the service decodes the same symbol', async () => {
  rig.service.handle = (_, response) => answer(response, 200, { sessions: [] })
  for (const symbol of ['#RI/X?@#RBRD', 'Ü b@_m', '100%@M', 'A:B@M']) {
    await rig.broker.call('getSchedule', { symbol }, { purpose: 'user' })
    const { pathname, search } = new URL(rig.service.received.at(-1)!.url, rig.service.url)
    expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'v1', 'assets', symbol, 'schedule'])
    expect(search).toBe('')
  }
})

test('invalid input is rejected before any request is sent', async () => {
  const before = rig.service.received.length
  const purpose = { purpose: 'user' } as const
  const invalidCalls = [
    rig.broker.call('getQuote', { symbol: '' }, purpose),
    rig.broker.call('getAccount', { accountId: '..' }, purpose),
    rig.broker.call('listTransactions', { accountId: 'A', from: to, to: from }, purpose),
    rig.broker.call('listTransactions', { accountId: 'A', from, to, limit: 0 }, purpose),
    rig.broker.call('listPastDividends', { from: 'yesterday' }, purpose),
  ]
  for (const call of invalidCalls) expect(await failureOf(call)).toMatchObject({ name: 'AppError', code: 'invalid' })
  expect(rig.service.received).toHaveLength(before)
})

test('a path in the base address is kept', async () => {
  const prefixed = await startRig({ baseUrl: new URL('/broker/api', rig.service.url) })
  rig.service.handle = (_, response) => answer(response, 200, { quotas: [] })
  await prefixed.broker.call('getUsage', {}, { purpose: 'user' })
  expect(rig.service.received.slice(-3).map(({ url }) => url)).toEqual([
    '/broker/api/v1/sessions',
    '/broker/api/v1/sessions/details',
    '/broker/api/v1/usage',
  ])
  await prefixed.stop()
})
