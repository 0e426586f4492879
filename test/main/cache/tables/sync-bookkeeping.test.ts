import { expect, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { openTestCache } from '../open-cache.ts'

test('a failure is counted and keeps the cursor; a success clears the failures', () => {
  const { syncStates } = createCache(openTestCache())
  expect(syncStates.get('instruments')).toBeNull()
  syncStates.start('instruments', 1)
  syncStates.setCursor('instruments', '500')
  syncStates.fail('instruments', 2, 'offline', 'No connection')
  syncStates.fail('instruments', 3, 'offline', 'No connection')
  expect(syncStates.get('instruments')).toEqual({
    job: 'instruments',
    lastStarted: 1,
    lastSucceeded: null,
    lastFailed: 3,
    lastError: { code: 'offline', message: 'No connection' },
    failures: 2,
    cursor: '500',
  })
  syncStates.succeed('instruments', 4)
  syncStates.fail('accounts', 5, 'protocol', 'x')
  expect(syncStates.list().map(({ job, failures, lastError }) => [job, failures, lastError?.code ?? null])).toEqual([
    ['accounts', 1, 'protocol'],
    ['instruments', 0, null],
  ])
  expect(syncStates.get('instruments')?.cursor).toBe('500')
})

test('malformed rows are counted per fault, independent of their index in the list', () => {
  const { malformed } = createCache(openTestCache())
  malformed.note('listOrders', 'orders.0.side', 'not text', 10)
  malformed.note('listOrders', 'orders.17.side', 'not text', 5, 3)
  malformed.note('listOrders', 'orders[4].side', 'not text', 20)
  expect(malformed.list()).toEqual([
    { endpoint: 'listOrders', path: 'orders[*].side', reason: 'not text', firstAt: 20, lastAt: 20, count: 1 },
    { endpoint: 'listOrders', path: 'orders.*.side', reason: 'not text', firstAt: 10, lastAt: 10, count: 4 },
  ])
})

test('the number of stored faults is limited', () => {
  const { malformed } = createCache(openTestCache())
  for (let i = 0; i < 520; i++) malformed.note('e', 'p', `reason ${'x'.repeat(i)}`.slice(0, 190) + i, i)
  const faults = malformed.list()
  expect(faults).toHaveLength(500)
  expect(faults.at(-1)?.lastAt).toBe(20)
})
