import { expect, test } from 'vitest'
import { pack } from '#main/threads/packed-rows.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { base, filterOf, everything, start } from './transactions-rig.ts'

test('rows stored by the writer thread appear in pages, totals, details and facets', async () => {
  const { cache, client, faults } = start()
  const rows = Array.from({ length: 1_200 }, (_, i) => makeTransaction(`${i}`, base + i * 1_000))
  const stored = await cache.transactions.store('a', pack(rows), 7, { from: base, to: base + 1_200_000 })
  expect(stored).toEqual({ inserted: 1_200, updated: 0, setAside: 0 })
  expect(cache.coverage.list('a')).toEqual([{ from: base, to: base + 1_200_000 }])

  const query = { filter: everything, direction: 'newest', limit: 100 } as const
  const first = await client.call('transactions.page', { ...query, after: null })
  expect(first.rows.map(({ transaction }) => transaction.id).slice(0, 2)).toEqual(['1199', '1198'])
  const second = await client.call('transactions.page', { ...query, after: first.next })
  expect(second.rows[0]?.transaction.id).toBe('1099')

  expect(await client.call('transactions.totals', { filter: everything })).toEqual({
    count: 1_200,
    byCurrency: [{ currency: 'RUB', amount: '-1207.68', count: 1_200 }],
    byCategory: [{ category: 'COMMISSION', currency: 'RUB', amount: '-1207.68', count: 1_200 }],
    byKind: [{ kind: 'commission', currency: 'RUB', amount: '-1207.68', count: 1_200 }],
    unreviewedCount: 0,
  })
  expect(await client.call('transactions.detail', { accountId: 'a', id: '3' })).toMatchObject({
    ...{ kind: 'commission', kindRule: 'category', chosenKind: null, fetchedAt: 7 },
  })
  await expect(client.call('transactions.detail', { accountId: 'a', id: 'none' })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect((await client.call('transactions.facets')).accounts).toEqual(['a'])
  expect(faults).toEqual([])
})

test('a page that takes longer than a frame is read by a worker thread', async () => {
  const { cache, client } = start()
  const rows = Array.from({ length: 21_000 }, (_, i) =>
    makeTransaction(`${i}`, base + i, { name: `Единственная ${i % 3_500}` }),
  )
  await cache.transactions.store('a', pack([...rows, makeTransaction('x', base - 1, { change: null })]), 1, null)
  const filter = { ...filterOf({ field: 'amount', min: null, max: null, isNot: true }), text: 'комиссия' }
  const dense = { ...filter, text: 'commission' }
  const query = { direction: 'newest', after: null, limit: 10 } as const
  expect(cache.transactions.pages.page({ ...query, filter: dense }, 'bounded')).toBeNull()
  const { rows: found } = await client.call('transactions.page', { ...query, filter: dense })
  expect(found.map(({ transaction }) => transaction.id)).toEqual(['x'])
})

test('a named period is resolved at the time of the request', async () => {
  const { cache, client, clock } = start()
  const monthMs = 31 * 86_400_000
  const rows = [
    makeTransaction('before', base - monthMs),
    makeTransaction('now', base),
    makeTransaction('after', base + monthMs),
  ]
  await cache.transactions.store('a', pack(rows), 1, null)
  const filter = filterOf({ field: 'period', from: null, to: null, preset: 'month', isNot: false })
  const found = async (): Promise<string[]> => {
    const page = await client.call('transactions.page', { filter, direction: 'newest', after: null, limit: 5 })
    expect((await client.call('transactions.totals', { filter })).count).toBe(page.rows.length)
    return page.rows.map(({ transaction }) => transaction.id)
  }
  expect(await found()).toEqual(['now'])
  await clock.advance(monthMs)
  expect(await found()).toEqual(['after'])
})

test('a filter on unknown values finds no rows and has empty totals', async () => {
  const { cache, client } = start()
  await cache.transactions.store('a', pack([makeTransaction('1', base)]), 1, null)
  for (const field of ['account', 'kind', 'category', 'symbol', 'mic', 'currency'] as const) {
    const filter = filterOf({ field, values: ['unheard'], isNot: false })
    expect(await client.call('transactions.page', { filter, direction: 'oldest', after: null, limit: 5 })).toEqual({
      rows: [],
      next: null,
    })
    expect((await client.call('transactions.totals', { filter })).count).toBe(0)
  }
})

test.each([
  { conditions: [{ field: 'colour', values: ['x'], isNot: false }], text: '' },
  { conditions: [{ field: 'account', values: [], isNot: false }], text: '' },
  { conditions: [{ field: 'account', values: ['a'] }], text: '' },
  { conditions: [{ field: 'amount', min: '1e5', max: null, isNot: false }], text: '' },
  { conditions: [{ field: 'period', from: 0.5, to: null, isNot: false }], text: '' },
  { conditions: [], text: 'x'.repeat(201) },
  { conditions: [], text: '', surprise: 1 },
  null,
])('an invalid filter is rejected: %j', async (filter) => {
  const { dispatch } = start()
  for (const [method, rest] of [
    ['transactions.page', { direction: 'newest', after: null, limit: 5 }],
    ['transactions.totals', {}],
    ['exports.start', { direction: 'newest', separator: ',' }],
  ] as const) {
    expect(await dispatch(method, { filter, ...rest })).toMatchObject({ ok: false, code: 'invalid-request' })
  }
})

test('an invalid page cursor is rejected', async () => {
  const { client } = start()
  const query = { filter: everything, direction: 'newest', after: '1; DROP', limit: 5 } as const
  await expect(client.call('transactions.page', query)).rejects.toMatchObject({ code: 'invalid' })
})

test('seek finds the cursors at a rank, and pages continue from them in both directions', async () => {
  const { cache, client } = start()
  const rows = Array.from({ length: 30 }, (_, index) => makeTransaction(String(index), base + index * 1_000))
  await cache.transactions.store('a', pack(rows), 1, null)
  const list = { filter: everything, direction: 'newest' } as const
  const { rank, cursors } = await client.call('transactions.seek', { ...list, rank: 20 })
  expect(rank).toBe(20)
  const below = await client.call('transactions.page', { ...list, after: cursors!.below, limit: 2 })
  const above = await client.call('transactions.page', {
    ...list,
    direction: 'oldest',
    after: cursors!.above,
    limit: 2,
  })
  const ids = [above, below].map((page) => page.rows.map(({ transaction }) => transaction.id))
  expect(ids).toEqual([
    ['10', '11'],
    ['9', '8'],
  ])
})

test('equal requests for totals share one result, and of too many requests the oldest is cancelled', async () => {
  const { cache, threads } = start()
  await cache.transactions.store('a', pack([makeTransaction('1', base)]), 1, null)
  const sums = Array.from({ length: 12 }, (_, i) => threads.totals({ conditions: [], text: `x${i}` }))
  expect(threads.totals({ conditions: [], text: 'x11' })).toBe(sums[11])
  const settled = await Promise.allSettled(sums)
  expect(settled.at(-1)?.status).toBe('fulfilled')
  for (const result of settled) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'cancelled' })
  }
})
