import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { startHandlers } from '../rig.ts'

const fail = (): never => {
  throw new Error('the disk reported an error')
}

test('if one part of the status fails, the others are still shown', async () => {
  const { client, cache, journal, faults } = startHandlers()
  const parts = {
    quotas: [cache.quotas, 'list'],
    malformed: [cache.malformed, 'list'],
    events: [journal.events, 'latest'],
  } as const
  for (const [name, [table, method]] of Object.entries(parts)) {
    const read: unknown = Reflect.get(table, method)
    Reflect.set(table, method, fail)
    const health = await client.call('health.read')
    expect(Object.entries(health).flatMap(([key, value]) => (value === null ? [key] : []))).toEqual([name])
    Reflect.set(table, method, read)
  }
  expect(faults).toHaveLength(3)
})

test('a part that is not read because the app closes is no fault', async () => {
  const { client, cache, faults } = startHandlers()
  Reflect.set(cache, 'sizes', () => Promise.reject(new AppError('cancelled', 'The cache was closed')))
  expect((await client.call('health.read')).storage.cache).toBe(null)
  expect(faults).toEqual([])
})

test('if the size of the cache or of the journal fails, the other one is still shown', async () => {
  const { client, cache, journal } = startHandlers()
  Reflect.set(cache, 'sizes', fail)
  expect((await client.call('health.read')).storage).toMatchObject({ cache: null, journal: { lastBackupAt: null } })
  Reflect.set(journal, 'bytes', fail)
  expect((await client.call('health.read')).storage).toMatchObject({ cache: null, journal: null })
  expect((await client.call('health.report')).text).toContain('Cache: could not be read; journal: could not be read')
})

test('the overview is shown even if movers, orders and contribution cannot be read', async () => {
  const { client, cache, faults } = startHandlers()
  Reflect.set(cache.quotes, 'getMany', fail)
  Reflect.set(cache.orders, 'list', fail)
  expect(await client.call('overview.read', { accountId: null })).toMatchObject({
    accounts: [],
    movers: null,
    orders: null,
    contribution: null,
  })
  expect(faults).toHaveLength(3)
})
