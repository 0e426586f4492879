import { expect, test } from 'vitest'
import { pack } from '#main/threads/packed-rows.ts'
import { d, makeAccount, makeDetails, makePosition, makeQuote } from '../../insight/make.ts'
import { startHandlers } from '../rig.ts'

test('the position history is returned by account, valued at the prices of the time', async () => {
  const { client, cache, journal, clock } = startHandlers()
  const now = clock.now()
  cache.instrumentDetails.put(makeDetails(), now)
  journal.positions.record('A', now - 120_000, [makePosition({ quantity: d('3'), currentPrice: d('1.5') })])
  journal.positions.record('A', now - 60_000, [])
  journal.positions.record('B', now - 60_000, [makePosition({ quantity: d('2'), currentPrice: d('7') })])
  const readHistory = (accountId: string | null) =>
    client.call('positions.history', { accountId, symbol: 'AAA@XXXX', from: 0 })
  const curves = await readHistory(null)
  expect(
    curves.map(({ accountId, currency, points }) => [accountId, currency, points.map(({ value }) => value)]),
  ).toEqual([
    ['A', 'USD', ['4.5', '0']],
    ['B', 'USD', ['14']],
  ])
  expect((await readHistory('B')).map(({ accountId }) => accountId)).toEqual(['B'])
  expect(await readHistory('C')).toEqual([])
})

test('data of closed markets becomes stale later than data of open markets, and the overview becomes stale with the first account', async () => {
  const { client, cache, clock, attention } = startHandlers()
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
  ] as const) {
    // The service states some positions without a market: they say nothing of when the others trade.
    const positions = [makePosition({ symbol }), makePosition({ symbol: 'ABCD' })]
    cache.accounts.replaceAccount(makeAccount({ id, positions }), readAt)
  }
  const { accounts, staleAt } = await client.call('overview.read', { accountId: null })
  const staleBy = new Map(accounts.map((account) => [account.id, account.staleAt]))
  expect(staleBy.get('A')).toBeLessThan(now)
  expect(staleBy.get('B')).toBeGreaterThan(now)
  expect(staleAt).toBe(staleBy.get('A'))
  const rows = await client.call('positions.list', { accountId: null })
  expect(new Map(rows.map((row) => [row.accountId, row.staleAt]))).toEqual(staleBy)
})

test('the overview adds the figures of the accounts, and is unknown if any figure is unknown', async () => {
  const { client, cache, clock } = startHandlers()
  await client.call('settings.write', { accountCurrency: 'USD' })
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

test.each(['overview.read', 'positions.list'] as const)(
  '%s of an unknown account fails with not-found',
  async (method) => {
    await expect(startHandlers().client.call(method, { accountId: 'nope' })).rejects.toMatchObject({
      code: 'not-found',
    })
  },
)

test('positions include the figures from the reference data', async () => {
  const { client, cache, clock } = startHandlers()
  const positions = [makePosition({ symbol: 'AAA@XXXX' }), makePosition({ symbol: 'NEW@XXXX' })]
  cache.accounts.replaceAccount(makeAccount({ positions }), clock.now())
  cache.instrumentDetails.put(makeDetails(), clock.now())
  expect(await client.call('positions.list', { accountId: null })).toMatchObject([
    { symbol: 'AAA@XXXX', name: 'Triple A', value: '1000', weight: 1 },
    { symbol: 'NEW@XXXX', name: null, value: null, weight: null },
  ])
})

test('weights and their total include cash, for all accounts and for one', async () => {
  const { client, cache, clock } = startHandlers()
  const positions = [makePosition({ symbol: 'AAA@XXXX' })]
  const cash = [{ currency: 'USD', amount: d('1000') }]
  cache.accounts.replaceAccount(makeAccount({ id: 'A', positions, cash }), clock.now())
  cache.accounts.replaceAccount(makeAccount({ id: 'B', cash: [{ currency: 'USD', amount: d('2000') }] }), clock.now())
  cache.instrumentDetails.put(makeDetails(), clock.now())
  const weightsIn = async (accountId: string | null) => {
    const [row] = await client.call('positions.list', { accountId })
    const { currency, gross } = await client.call('positions.whole', { accountId })
    return [row?.weight, gross, currency]
  }
  expect(await weightsIn(null)).toEqual([0.25, '4000', 'USD'])
  expect(await weightsIn('A')).toEqual([0.5, '2000', 'USD'])
})

test('held bonds have the price of their position, and another bond has its last price', async () => {
  const { client, cache, clock } = startHandlers()
  const year = new Date(clock.now() + 365 * 86_400_000).toISOString().slice(0, 10)
  for (const symbol of ['B@XXXX', 'C@XXXX'])
    cache.instrumentDetails.put(
      makeDetails({ symbol, type: 'BONDS', expirationDate: year, faceValue: d('1000'), faceCurrency: 'USD' }),
      clock.now(),
    )
  cache.instrumentDetails.put(makeDetails(), clock.now())
  cache.corporateEvents.replaceBondEvents('B@XXXX', [], clock.now())
  cache.corporateEvents.replaceBondEvents('C@XXXX', [], clock.now())
  cache.quotes.put(makeQuote({ symbol: 'C@XXXX', last: d('50') }), clock.now())
  const positions = [makePosition({ symbol: 'B@XXXX', currentPrice: d('80') }), makePosition({ symbol: 'AAA@XXXX' })]
  cache.accounts.replaceAccount(makeAccount({ positions }), clock.now())
  const yields = async (symbol: string | null) =>
    (await client.call('bonds.list', { accountId: null, symbol })).map((bond) => [
      bond.symbol,
      bond.yieldToMaturity?.toFixed(4),
    ])
  expect(await yields(null)).toEqual([['B@XXXX', '0.2500']])
  expect(await yields('C@XXXX')).toEqual([['C@XXXX', '1.0000']])
  expect(await yields('AAA@XXXX')).toEqual([])
})

test('the start of known transactions is unknown unless it is known for every account', async () => {
  const { client, cache, clock } = startHandlers()
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
