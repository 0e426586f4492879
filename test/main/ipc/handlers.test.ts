import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareOrder } from '../../../src/main/insight/order-changes.ts'
import { Alerts } from '../../../src/main/alerts/alerts.ts'
import { createCacheThreads } from '../../../src/main/cache/cache-threads.ts'
import { openDeviceSettings } from '../../../src/main/device-settings.ts'
import { createExports } from '../../../src/main/export/exports.ts'
import type { HandlerContext, OpenProfile } from '../../../src/main/ipc/context.ts'
import { createDispatcher } from '../../../src/main/ipc/dispatch.ts'
import { EventBus } from '../../../src/main/ipc/events.ts'
import { createHandlers } from '../../../src/main/ipc/handlers.ts'
import { createReports } from '../../../src/main/reports/reports.ts'
import { InstrumentFollower } from '../../../src/main/sync/instrument/follower.ts'
import { Cancels } from '../../../src/main/orders/cancels.ts'
import { OrderReader } from '../../../src/main/orders/order-reader.ts'
import { Scheduler } from '../../../src/main/sync/scheduler.ts'
import { pack } from '../../../src/main/threads/packed.ts'
import { createClient, type Client } from '../../../src/shared/client.ts'
import type { ConnectionState } from '../../../src/shared/model/connection.ts'
import type { Order } from '../../../src/shared/model/order.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { d, makeAccount, makeDetails, makeOrder, makePosition, makeQuote } from '../insight/make.ts'
import { settle } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { ScriptedJob } from '../sync/job.ts'
import { startSync } from '../sync/harness.ts'

const profile = { id: 'demo', kind: 'demo', baseUrl: null } as const
const keychain = { kind: 'ready', message: 'ready', remedy: '' } as const
const byPurpose = { cancel: 0, person: 0, visible: 0, held: 0, background: 0 }
const emptyBudget = {
  limit: 200,
  used: 0,
  usedBy: byPurpose,
  endpoints: [],
  waiting: byPurpose,
  nextFreeAt: null,
  fullLimit: 200,
  isSavingPower: false,
}

/** The whole surface over a real cache and journal; the monitor around them is thin. */
function start() {
  const sync = startSync()
  const { clock, cache, journal, attention } = sync
  const events = new EventBus()
  const topics: string[] = []
  const faults: unknown[] = []
  events.listen((topic) => topics.push(topic))
  const jobs = ['accounts', 'instrument', 'reference', 'schedules', 'quotes', 'quotes-visible'].map(
    (name) => new ScriptedJob(name),
  )
  const quiet = (): void => undefined
  const scheduler = new Scheduler({ jobs, clock, random: () => 0, onChange: quiet, onOutcome: quiet })
  const connection: ConnectionState = {
    profile,
    phase: 'live',
    since: clock.now(),
    pausedUntil: null,
    lastAnswerAt: null,
    message: null,
    secretKeptIn: 'demo',
    session: null,
    market: { open: 0, closed: 0, unknown: 0, nextOpenAt: null },
  }
  const reader = new OrderReader(sync.context)
  const cancels = new Cancels({
    ...sync.context,
    reader,
    logFault: quiet,
    mayAsk: () => true,
    wake: quiet,
  })
  const open: OpenProfile = {
    profile,
    cache,
    threads: createCacheThreads('never started', 'never opened'),
    exports: createExports({
      threadFile: 'never started',
      cachePath: 'never opened',
      folder: 'never written',
      clock,
      onChange: quiet,
    }),
    reports: createReports({
      broker: sync.broker,
      library: journal.reports,
      schedules: journal.reportSchedules,
      clock,
      folder: 'never written',
      publish: (...[topic]) => void topics.push(topic),
      wakeJob: quiet,
    }),
    alerts: new Alerts({
      ...{ cache, journal, clock },
      connection: () => connection,
      publish: (...[topic]) => void topics.push(topic),
      logFault: (_, error) => faults.push(error),
    }),
    journal,
    cancels,
    attention,
    instruments: new InstrumentFollower(sync.context),
    scheduler,
    problems: new Map([['BAD@XXXX', 'The service does not know it']]),
    budget: () => emptyBudget,
    forecastQuotes: (symbols) => (symbols.includes('SBER@MISX') ? clock.now() + 4_000 : null),
    connectionState: () => connection,
    setPaused: () => undefined,
  }
  const context: HandlerContext = {
    clock,
    events,
    app: { version: '0.1.0', host: 'web', dataDir: '/data' },
    files: null,
    desktop: null,
    deviceSettings: openDeviceSettings(join(makeTemporaryDirectory(), 'settings.json')),
    current: () => open,
    listProfiles: () => [profile],
    openProfile: () => Promise.resolve(),
    testConnection: () => Promise.reject(new AppError('signed-out', 'The service refuses the secret')),
    connect: () => Promise.reject(new AppError('no-keychain', 'There is no keychain')),
    signOut: () => Promise.reject(new AppError('invalid', 'The demo has nothing to sign out of')),
    checkKeychain: () => Promise.resolve(keychain),
  }
  const dispatch = createDispatcher(createHandlers(context), (_, error) => faults.push(error))
  const client: Client = createClient({
    request: async (m, p) => structuredClone(await dispatch(m, p)),
    subscribe: () => () => undefined,
  })
  return { ...sync, client, faults, topics, jobs, scheduler }
}

test('with nothing known every screen opens, and nothing is zero that is unknown', async () => {
  const { client, faults } = start()
  expect(await client.call('overview.read', { accountId: null })).toEqual({
    accounts: [],
    equity: null,
    unrealizedProfit: null,
    dailyPnl: { amounts: [], missing: [] },
    cash: [],
    movers: [],
    orders: expect.objectContaining({ fetchedAt: null }),
    asOf: null,
    staleAt: null,
  })
  expect(await client.call('accounts.list')).toEqual([])
  expect(await client.call('positions.list', { accountId: null })).toEqual([])
  expect(await client.call('allocation.read', { accountId: null, by: 'type' })).toEqual([])
  expect((await client.call('equity.history', { accountId: null, from: 0 })).points).toEqual([])
  expect(await client.call('orders.list', { accountId: null })).toEqual([])
  expect(await client.call('transactions.recent', { accountId: null, limit: 50 })).toEqual({
    rows: [],
    knownFrom: null,
  })
  expect(await client.call('events.list', { accountId: null })).toEqual([])
  expect(await client.call('instruments.search', { text: 'a', limit: 10 })).toEqual([])
  expect((await client.call('health.read')).quotas).toEqual({ rows: [], fetchedAt: null })
  expect((await client.call('health.report')).text).toContain('Tidemark 0.1.0')
  expect(await client.call('connection.read')).toMatchObject({ phase: 'live' })
  expect(await client.call('profiles.list')).toEqual([{ ...profile, isOpen: true }])
  expect(await client.call('app.read')).toMatchObject({ version: '0.1.0', host: 'web' })
  expect(faults).toEqual([])
})

test('what was held is answered account by account, at the prices of its time', async () => {
  const { client, cache, journal, clock } = start()
  const now = clock.now()
  cache.instrumentDetails.put(makeDetails(), now)
  journal.positions.record('A', now - 120_000, [makePosition({ quantity: d('3'), currentPrice: d('1.5') })])
  journal.positions.record('A', now - 60_000, [])
  journal.positions.record('B', now - 60_000, [makePosition({ quantity: d('2'), currentPrice: d('7') })])
  const ask = (accountId: string | null) => client.call('positions.history', { accountId, symbol: 'AAA@XXXX', from: 0 })
  const curves = await ask(null)
  expect(
    curves.map(({ accountId, currency, points }) => [accountId, currency, points.map(({ value }) => value)]),
  ).toEqual([
    ['A', 'USD', ['4.5', '0']],
    ['B', 'USD', ['14']],
  ])
  expect((await ask('B')).map(({ accountId }) => accountId)).toEqual(['B'])
  expect(await ask('C')).toEqual([])
})

test('a reading of closed markets is old later than one of open ones, and the sum as soon as one of them', async () => {
  const { client, cache, clock, attention } = start()
  attention.set('view', [], true)
  const now = clock.now()
  const readAt = now - 600_000
  const [opened, shut] = ['OPEN@X', 'SHUT@X']
  const day = { startAt: now - 36_000_000, endAt: now + 36_000_000 }
  cache.schedules.put(opened, [{ type: 'CORE_TRADING', ...day }], now)
  cache.schedules.put(shut, [{ type: 'CLOSED', ...day }], now)
  for (const [id, symbol] of [
    ['A', opened],
    ['B', shut],
  ] as const)
    cache.accounts.replaceAccount(makeAccount({ id, positions: [makePosition({ symbol })] }), readAt)
  const { accounts, staleAt } = await client.call('overview.read', { accountId: null })
  const staleBy = new Map(accounts.map((account) => [account.id, account.staleAt]))
  expect(staleBy.get('A')).toBeLessThan(now)
  expect(staleBy.get('B')).toBeGreaterThan(now)
  expect(staleAt).toBe(staleBy.get('A'))
  const rows = await client.call('positions.list', { accountId: null })
  expect(new Map(rows.map((row) => [row.accountId, row.staleAt]))).toEqual(staleBy)
})

test('the overview adds what the accounts state, and is unknown as soon as one is', async () => {
  const { client, cache, clock } = start()
  const cash = [{ currency: 'USD', amount: d('0.1') }]
  cache.accounts.replaceAccount(makeAccount({ id: 'A', equity: d('100.10'), cash }), clock.now() - 5_000)
  cache.accounts.replaceAccount(makeAccount({ id: 'B', equity: d('0.2'), cash }), clock.now())
  expect(await client.call('overview.read', { accountId: null })).toMatchObject({
    equity: '100.3',
    cash: [{ currency: 'USD', amount: '0.2' }],
    asOf: clock.now() - 5_000,
  })
  cache.accounts.replaceAccount(makeAccount({ id: 'C', equity: null }), clock.now())
  expect(await client.call('overview.read', { accountId: null })).toMatchObject({ equity: null })
  expect(await client.call('overview.read', { accountId: 'B' })).toMatchObject({ equity: '0.2' })
})

test('counts of orders are as old as the oldest reading, and of unknown age while an account was not read', async () => {
  const { client, cache, clock } = start()
  const order: Order = {
    id: '1',
    execId: '',
    accountId: 'A',
    status: 'ORDER_STATUS_NEW',
    body: null,
    stopLossTakeProfit: null,
    transactAt: null,
    acceptAt: null,
    withdrawAt: null,
    initialQuantity: null,
    executedQuantity: null,
    remainingQuantity: null,
  }
  cache.accounts.replaceAccount(makeAccount({ id: 'A' }), clock.now())
  cache.accounts.replaceAccount(makeAccount({ id: 'B' }), clock.now())
  cache.orders.replaceOrders('A', [order, { ...order, id: '2', status: 'ORDER_STATUS_LATER' }], 7)
  expect((await client.call('overview.read', { accountId: null })).orders).toEqual({
    working: 1,
    needLook: 1,
    fetchedAt: null,
  })
  cache.orders.replaceOrders('B', [], 9)
  expect((await client.call('overview.read', { accountId: null })).orders.fetchedAt).toBe(7)
  expect((await client.call('orders.list', { accountId: 'A' })).map(({ bucket }) => bucket)).toEqual([
    'working',
    'needs-look',
  ])
})

test.each(['overview.read', 'positions.list'] as const)(
  '%s of an account that is not here is not found',
  async (method) => {
    await expect(start().client.call(method, { accountId: 'nope' })).rejects.toMatchObject({ code: 'not-found' })
  },
)

test('positions come with what the reference data adds', async () => {
  const { client, cache, clock } = start()
  const positions = [makePosition({ symbol: 'AAA@XXXX' }), makePosition({ symbol: 'NEW@XXXX' })]
  cache.accounts.replaceAccount(makeAccount({ positions }), clock.now())
  cache.instrumentDetails.put(makeDetails(), clock.now())
  expect(await client.call('positions.list', { accountId: null })).toMatchObject([
    { symbol: 'AAA@XXXX', name: 'Triple A', value: '1000', weight: 1 },
    { symbol: 'NEW@XXXX', name: null, value: null, weight: null },
  ])
})

test('what is known of transactions is told only when it is known of every account', async () => {
  const { client, cache, clock } = start()
  cache.accounts.replaceAccount(makeAccount({ id: 'A' }), clock.now())
  cache.accounts.replaceAccount(makeAccount({ id: 'B' }), clock.now())
  await cache.transactions.store('A', pack([]), clock.now(), { from: 1_000, to: clock.now() })
  const knownFrom = async (accountId: string | null) =>
    (await client.call('transactions.recent', { accountId, limit: 10 })).knownFrom
  expect(await knownFrom(null)).toBeNull()
  expect(await knownFrom('A')).toBe(1_000)
  await cache.transactions.store('B', pack([]), clock.now(), { from: 5_000, to: clock.now() })
  expect(await knownFrom(null)).toBe(5_000)
})

test('a watchlist is made, filled, ordered, renamed and removed, and each change is told', async () => {
  const { client, topics } = start()
  const { id } = await client.call('watchlists.create', { name: ' Mine ' })
  await client.call('watchlists.addSymbol', { id, symbol: 'AAA@XXXX' })
  await client.call('watchlists.addSymbol', { id, symbol: 'BAD@XXXX' })
  await client.call('watchlists.moveSymbol', { id, symbol: 'BAD@XXXX', index: 0 })
  await client.call('watchlists.rename', { id, name: 'Ours' })
  expect(await client.call('watchlists.list')).toEqual([
    { id, name: 'Ours', symbols: ['BAD@XXXX', 'AAA@XXXX'], columns: null },
  ])
  await client.call('watchlists.removeSymbol', { id, symbol: 'BAD@XXXX' })
  await client.call('watchlists.remove', { id })
  expect(await client.call('watchlists.list')).toEqual([])
  expect(topics).toEqual(Array(7).fill('watchlists.changed'))
  await expect(client.call('watchlists.quotes', { id })).rejects.toMatchObject({ code: 'not-found' })
})

test('a quote row says what is known, how late it is, and what went wrong', async () => {
  const { client, cache, clock } = start()
  const { id } = await client.call('watchlists.create', { name: 'Mine' })
  for (const symbol of ['AAA@XXXX', 'BAD@XXXX']) await client.call('watchlists.addSymbol', { id, symbol })
  const permission = {
    quoteLevel: 'QUOTE_LEVEL_LAST_PRICE',
    delayMinutes: 15,
    mic: 'XXXX',
    country: '',
    continent: '',
    isWorldwide: false,
  }
  cache.sessionDetails.put(
    { createdAt: null, expiresAt: null, permissions: [permission], accountIds: [], isReadOnly: true },
    clock.now(),
  )
  cache.quotes.put(makeQuote(), clock.now())
  expect(await client.call('watchlists.quotes', { id })).toMatchObject([
    {
      symbol: 'AAA@XXXX',
      changePercent: '10',
      delayMinutes: 15,
      isForbidden: false,
      problem: null,
      market: { state: 'unknown' },
    },
    { symbol: 'BAD@XXXX', quote: null, fetchedAt: null, changePercent: null, problem: 'The service does not know it' },
  ])
})

test('settings have defaults, keep what is written, and forgive what another version wrote', async () => {
  const { client, journal, topics } = start()
  expect(await client.call('settings.read')).toMatchObject({
    theme: 'system',
    hideAmounts: false,
    accountCurrency: null,
  })
  expect(await client.call('settings.write', { theme: 'dark', hideAmounts: true })).toMatchObject({
    theme: 'dark',
    hideAmounts: true,
    density: 'comfortable',
  })
  journal.settings.setAll({ accountCurrency: 'dollars', fromLater: 1 })
  expect(await client.call('settings.read')).toMatchObject({ accountCurrency: null, hideAmounts: true })
  expect(topics).toEqual(['settings.changed'])
  await expect(client.call('settings.write', { accountCurrency: 'dollars' })).rejects.toMatchObject({
    code: 'invalid-request',
  })
})

test('a person wakes a job by its name; one that is not there is not found', async () => {
  const { client, clock, scheduler, jobs } = start()
  scheduler.start()
  await clock.advance(10)
  await client.call('sync.now', { job: 'accounts' })
  await clock.advance(0)
  expect(jobs[0]?.runs.map(({ askedBy }) => askedBy)).toEqual(['schedule', 'person'])
  await expect(client.call('sync.now', { job: 'nope' })).rejects.toMatchObject({ code: 'not-found' })
})

test('what a window shows is noted', async () => {
  const { client, attention } = start()
  await client.call('attention.set', { viewId: 'v', symbols: ['AAA@XXXX'], isVisible: true })
  expect([...attention.visibleSymbols]).toEqual(['AAA@XXXX'])
})

test('the refusals of the monitor keep their codes', async () => {
  const { client } = start()
  const given = { baseUrl: 'https://a.example', secret: 'S3CRET' }
  await expect(client.call('connection.test', given)).rejects.toMatchObject({ code: 'signed-out' })
  await expect(client.call('connection.connect', { ...given, keepIn: 'keychain' })).rejects.toMatchObject({
    code: 'no-keychain',
  })
  await expect(client.call('connection.signOut')).rejects.toMatchObject({ code: 'invalid' })
  await expect(client.call('profiles.open', { id: 'nope' })).rejects.toMatchObject({ code: 'not-found' })
})

test('an account whose orders were never read is told apart from one without orders', async () => {
  const { client, cache } = start()
  const details = { createdAt: null, expiresAt: null, permissions: [], accountIds: ['A', 'B'], isReadOnly: true }
  cache.sessionDetails.put(details, 1)
  cache.orders.replaceOrders('A', [], 7)
  expect(await client.call('orders.readTimes', { accountId: null })).toEqual([
    { accountId: 'A', fetchedAt: 7 },
    { accountId: 'B', fetchedAt: null },
  ])
  expect(await client.call('orders.readTimes', { accountId: 'B' })).toEqual([{ accountId: 'B', fetchedAt: null }])
})

test('what happened to orders is told page by page, with the names of their instruments', async () => {
  const { client, cache, journal } = start()
  cache.instrumentDetails.put(makeDetails({ name: 'Triple A' }), 1)
  const order = makeOrder()
  const { accountId } = order
  journal.orders.record({ accountId, orders: [order], isWhole: true, at: 5 }, compareOrder)
  journal.orders.record({ accountId, orders: [], isWhole: true, at: 6 }, compareOrder)
  const first = await client.call('orders.changes', { accountId: null, before: null, limit: 1 })
  expect(first.rows).toMatchObject([{ kind: 'gone', name: 'Triple A', seenAt: 6 }])
  const rest = await client.call('orders.changes', { accountId, before: first.next, limit: 9 })
  expect([rest.rows.map(({ kind }) => kind), rest.next]).toEqual([['found'], null])
  expect(await client.call('orders.history', { accountId, orderId: order.id })).toMatchObject({ goneAt: 6 })
  expect(await client.call('orders.history', { accountId, orderId: 'never seen' })).toBeNull()
})

test('an order says where its cancel stands, and the steps of it are kept', async () => {
  const { client, cache, broker } = start()
  broker.details = { ...broker.details, isReadOnly: false }
  const order = makeOrder({ accountId: '1900001' })
  broker.answers = {
    listOrders: () => ({ rows: [order], malformed: [] }),
    cancelOrder: () => {
      throw new AppError('invalid', 'The service refuses this: no')
    },
  }
  const scope = { kind: 'orders' as const, orders: [{ accountId: '1900001', orderId: order.id }] }
  const plan = await client.call('cancels.prepare', { scope })
  const { started } = await client.call('cancels.confirm', { planId: plan.id })
  await settle()
  expect((await client.call('orders.list', { accountId: null }))[0]?.cancel).toBe('checking')
  const [listed] = await client.call('cancels.list', { accountId: null, limit: 10 })
  expect(listed?.steps.map(({ state }) => state)).toEqual(['asked', 'sent', 'checking'])
  expect(await client.call('cancels.read', { id: started[0]?.id ?? '' })).toEqual(listed)
  await expect(client.call('cancels.read', { id: 'nope' })).rejects.toMatchObject({ code: 'not-found' })
  expect(cache.orders.list('1900001')).toHaveLength(1)
})

test('a token that may only read is refused a cancel in the main process too', async () => {
  const { client, broker } = start()
  const scope = { kind: 'all', accountId: null, symbol: null } as const
  await expect(client.call('cancels.prepare', { scope })).rejects.toMatchObject({ code: 'invalid' })
  expect(broker.asked).toEqual([])
})

test('the forecast is of the symbols asked for, or of what is on screen', async () => {
  const { client, clock, attention } = start()
  expect(await client.call('quotes.forecast', { symbols: ['SBER@MISX', 'GAZP@MISX'] })).toEqual({
    symbols: 2,
    nextAt: clock.now() + 4_000,
  })
  expect(await client.call('quotes.forecast', { symbols: null })).toEqual({ symbols: 0, nextAt: null })
  attention.set('view', ['SBER@MISX'], true)
  expect(await client.call('quotes.forecast', { symbols: null })).toMatchObject({
    symbols: 1,
    nextAt: clock.now() + 4_000,
  })
})
