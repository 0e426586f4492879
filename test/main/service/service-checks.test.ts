import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseBaseUrl } from '#main/broker/base-url.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { createBroker } from '#main/broker/client.ts'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { listProblems } from '#main/insight/service-problems.ts'
import { ServiceChecks } from '#main/service/service-checks.ts'
import { ServiceRecorder } from '#main/service/service-recorder.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { startSync } from '../sync/harness.ts'

let demo: DemoBroker
beforeAll(async () => {
  demo = await startDemoBroker({ clock: new FakeClock(), requestsPerMinute: 10_000 })
})
afterAll(() => demo.close())

/** Checks the demo as a profile does that was just connected. `meanwhile` runs during the check. */
async function check(mayRequest = true, meanwhile: (clock: FakeClock) => Promise<unknown> = () => Promise.resolve()) {
  const { context, cache, clock } = startSync()
  const recorder = new ServiceRecorder({
    ...{ records: cache.serviceRecords, clock, onChange: () => undefined, logNote: () => undefined },
    logFault: (where, error) => {
      throw new Error(where, { cause: error })
    },
  })
  const broker = createBroker({
    ...{ baseUrl: parseBaseUrl(demo.baseUrl), readSecret: () => Promise.resolve(demo.secret), random: () => 0 },
    ...{ clock, budget: createBudget({ clock, limit: 10_000 }), onOutcome: (outcome) => recorder.note(outcome) },
  })
  const before = demo.requests().length
  try {
    const checks = new ServiceChecks({ ...context, broker, recorder }, () => mayRequest)
    const [{ rows }] = await Promise.all([checks.run('user'), meanwhile(clock)])
    recorder.close()
    const problems = listProblems(cache.serviceRecords.list())
    return { rows, problems, requests: demo.requests().slice(before), records: cache.serviceRecords.list() }
  } finally {
    await broker.close()
  }
}

const resultsOf = (rows: Awaited<ReturnType<typeof check>>['rows'], result: string): string[] =>
  rows.filter((row) => row.result === result).map(({ endpoint }) => endpoint)

test('a check asks each endpoint that changes nothing, and names what was not tried', async () => {
  const { rows, requests, problems } = await check()
  expect(rows).toHaveLength(22)
  expect(resultsOf(rows, 'works')).toHaveLength(19)
  expect(resultsOf(rows, 'nothing-to-ask')).toEqual(['getReport'])
  expect(resultsOf(rows, 'not-tried')).toEqual(['createReport', 'cancelOrder'])
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  expect(problems).toEqual([])
})

const message = 'Invalid arguments:account_id'
const paths = {
  listTradableAssets: /^\/v1\/assets$/,
  listAllAssets: /^\/v1\/assets\/all/,
  getAsset: /^\/v1\/assets\/[^/]+@[^/]+$/,
  getTradingParams: /\/params$/,
  getSchedule: /\/schedule$/,
  listConstituents: /\/constituents$/,
  listOptions: /\/options$/,
  getQuote: /\/quotes\/latest$/,
  getTrades: /\/trades\/latest$/,
  getOrderBook: /\/orderbook$/,
  listPastBondEvents: /^\/v1\/bonds\/past/,
  listPastDividends: /^\/v1\/past-dividends/,
  listFutureSplits: /^\/v1\/splits\/future/,
  getAccount: /^\/v1\/accounts\/[^/]+$/,
  listTransactions: /\/transactions$/,
  listOrders: /\/orders$/,
  getUsage: /^\/v1\/usage/,
} as const

test.each(Object.entries(paths))(
  'a service that refuses %s: the check and a problem name it, with its reason',
  async (endpoint, path) => {
    demo.faults.set({ path }, { kind: 'status', status: 400, body: { code: 3, message, details: [] } })
    try {
      const { rows, problems } = await check()
      expect(resultsOf(rows, 'trouble')).toEqual([endpoint])
      expect(problems).toMatchObject([{ endpoint, cause: { code: 'refused', status: 400, reason: message } }])
    } finally {
      demo.faults.clear()
    }
  },
)

/** Checks with an account that has one position. */
async function checkHolding(symbol: string, quantity: string) {
  const body = {
    ...{ type: 'UNION', status: 'ACCOUNT_ACTIVE', equity: { value: '1.0' }, unrealized_profit: { value: '0.0' } },
    ...{ cash: [], positions: [{ symbol, quantity: { value: quantity }, average_price: { value: '1.0' } }] },
  }
  demo.faults.set({ path: paths.getAccount }, { kind: 'status', status: 200, body })
  try {
    return await check()
  } finally {
    demo.faults.clear()
  }
}

test('a position without a market is never asked for, even if no other instrument is known', async () => {
  demo.faults.refuse('GET /v1/assets', 400, message)
  const { rows, requests } = await checkHolding('ABCD', '3.0')
  expect(resultsOf(rows, 'trouble')).toEqual(['listTradableAssets'])
  expect(resultsOf(rows, 'nothing-to-ask')).toContain('getAsset')
  expect(requests.filter(({ path }) => path.includes('ABCD'))).toEqual([])
})

test('a share that is held is asked for, and one that was sold is not', async () => {
  const { symbol } = demo.market.catalog.list.filter(({ type }) => type === 'EQUITIES').at(-1)!
  const isAsked = async (quantity: string) =>
    (await checkHolding(symbol, quantity)).requests.some(({ path }) => path.includes(symbol))
  expect([await isAsked('3.0'), await isAsked('0.0')]).toEqual([true, false])
})

test('a failing endpoint is asked twice at most', async () => {
  demo.faults.set({ path: paths.listOrders }, { kind: 'status', status: 500 })
  try {
    const before = demo.requests().length
    const timesAsked = () =>
      demo
        .requests()
        .slice(before)
        .filter(({ path }) => paths.listOrders.test(path)).length
    const { rows, requests } = await check(true, (clock) =>
      expect
        .poll(async () => {
          await clock.advance(100)
          return timesAsked()
        })
        .toBe(2),
    )
    expect(rows.find(({ endpoint }) => endpoint === 'listOrders')).toMatchObject({
      result: 'trouble',
      cause: { code: 'failed', status: 500 },
    })
    expect(requests.filter(({ path }) => paths.listOrders.test(path))).toHaveLength(2)
  } finally {
    demo.faults.clear()
  }
})

test.each(['/v1/sessions', '/v1/sessions/details'])('a service that refuses %s: no data is asked for', async (path) => {
  demo.faults.set({ path }, { kind: 'status', status: 400, body: { code: 3, message, details: [] } })
  try {
    const { rows, problems, requests } = await check()
    const endpoint = path.endsWith('details') ? 'readSession' : 'openSession'
    expect(resultsOf(rows, 'trouble')).toEqual([endpoint])
    expect(problems).toMatchObject([{ endpoint, cause: { reason: message } }])
    expect(requests.every((request) => request.path.startsWith('/v1/sessions'))).toBe(true)
  } finally {
    demo.faults.clear()
  }
})

test('without permission to send requests nothing is asked', async () => {
  const before = demo.requests().length
  await expect(check(false)).rejects.toMatchObject({ code: 'invalid' })
  expect(demo.requests()).toHaveLength(before)
})
