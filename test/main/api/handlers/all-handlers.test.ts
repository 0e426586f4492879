import { expect, test } from 'vitest'
import { profile, startHandlers } from '../rig.ts'

test('every request works without any data, and unknown figures are null instead of 0', async () => {
  const { client, faults } = startHandlers()
  expect(await client.call('overview.read', { accountId: null })).toEqual({
    accounts: [],
    equity: null,
    equityCurrency: null,
    ...{ total: null, day: null, unrealized: null, cashTotal: null },
    contribution: expect.objectContaining({ currency: null, total: null, missing: [] }),
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

test('settings have defaults, keep written values, and ignore invalid values of another version', async () => {
  const { client, journal, topics } = startHandlers()
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

test('sync.now runs a job by its name and fails with not-found for an unknown job', async () => {
  const { client, clock, scheduler, jobs } = startHandlers()
  scheduler.start()
  await clock.advance(10)
  await client.call('sync.now', { job: 'accounts' })
  await clock.advance(0)
  expect(jobs[0]?.runs.map(({ requestedBy }) => requestedBy)).toEqual(['schedule', 'user'])
  await expect(client.call('sync.now', { job: 'nope' })).rejects.toMatchObject({ code: 'not-found' })
})

test('errors of the monitor keep their codes', async () => {
  const { client } = startHandlers()
  const given = { baseUrl: 'https://a.example', secret: 'S3CRET' }
  await expect(client.call('connection.test', given)).rejects.toMatchObject({ code: 'secret-refused' })
  await expect(client.call('connection.connect', { ...given, keepIn: 'keychain' })).rejects.toMatchObject({
    code: 'no-keychain',
  })
  await expect(client.call('connection.signOut')).rejects.toMatchObject({ code: 'invalid' })
  await expect(client.call('profiles.open', { id: 'nope' })).rejects.toMatchObject({ code: 'not-found' })
})
