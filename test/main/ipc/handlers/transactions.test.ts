import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCacheThreads } from '../../../../src/main/cache/threads/cache-threads.ts'
import { createCache } from '../../../../src/main/cache/cache.ts'
import { openCache } from '../../../../src/main/cache/open.ts'
import { Exports } from '../../../../src/main/export/exports.ts'
import type { HandlerContext, OpenProfile } from '../../../../src/main/ipc/context.ts'
import { createDispatcher } from '../../../../src/main/ipc/dispatch.ts'
import { EventBus } from '../../../../src/main/ipc/events.ts'
import { createHandlers } from '../../../../src/main/ipc/handlers/all-handlers.ts'
import { openJournal } from '../../../../src/main/journal/open.ts'
import { createJournal } from '../../../../src/main/journal/journal.ts'
import { KindKeeper } from '../../../../src/main/kinds/kind-keeper.ts'
import { closeDatabase } from '../../../../src/main/sqlite/open.ts'
import { goFirst } from '../../../../src/main/sqlite/write-priority.ts'
import { pack } from '../../../../src/main/threads/packed-rows.ts'
import { createClient } from '../../../../src/shared/client.ts'
import type { FilterCondition, TransactionFilter } from '../../../../src/shared/model/transaction/kind-choice.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { dec } from '../../cache/open-cache.ts'
import { openTestJournal } from '../../journal/open-journal.ts'
import { threadFiles } from '../../../fakes/thread-files.ts'

const base = Date.UTC(2026, 2, 2, 9)
const filterOf = (...conditions: FilterCondition[]): TransactionFilter => ({ conditions, text: '' })
const everything = filterOf()

/** The transaction handlers over a cache on disk with its real worker threads. */
function start() {
  const directory = makeTemporaryDirectory()
  const cachePath = join(directory, 'cache.sqlite')
  const { db } = openCache(cachePath)
  const threads = createCacheThreads(threadFiles.cache, cachePath, goFirst(db))
  const cache = createCache(db, threads)
  const events = new EventBus()
  const topics: string[] = []
  events.listen((topic) => topics.push(topic))
  const clock = new FakeClock(base)
  const exports = new Exports({
    threadFile: threadFiles.export,
    cachePath,
    folder: join(directory, 'exports'),
    clock,
    onChange: () => events.publish('exports.changed'),
    onDamage: () => undefined,
  })
  onTestFinished(async () => {
    await exports.close()
    await kinds.stop()
    await threads.close()
    closeDatabase(db)
  })
  const journal = createJournal(openTestJournal(), directory)
  const faults: unknown[] = []
  const reconciled: string[] = []
  const journalPath = join(directory, 'journal.sqlite')
  const kinds = new KindKeeper({
    ...{ cache, journal, clock },
    publish: (...event) => events.publish(...event),
    logFault: (_, error) => void faults.push(error),
  })
  const open = {
    cache,
    threads,
    exports,
    kinds,
    journal,
    paths: { journal: journalPath },
    ledger: {
      choices: { method: 'fifo', openings: [] },
      reconcile: (ids: readonly string[]) => Promise.resolve(reconciled.push(...ids)),
    },
  } as unknown as OpenProfile
  const shown: string[] = []
  const files = { showInFolder: (path: string) => void shown.push(path) }
  const context = { clock, events, files, current: () => open } as unknown as HandlerContext
  const dispatch = createDispatcher(createHandlers(context), (_, error) => faults.push(error))
  const client = createClient({
    request: async (method, params) => structuredClone(await dispatch(method, structuredClone(params))),
    subscribe: () => () => undefined,
  })
  return { cache, threads, client, clock, dispatch, topics, faults, kinds, journal, journalPath, reconciled, shown }
}

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

test('changes of views publish events, and an export publishes events until it is done', async () => {
  const { cache, client, topics } = start()
  await cache.transactions.store('a', pack([makeTransaction('1', base)]), 1, null)
  const view = await client.call('views.save', { id: null, name: 'All', filter: everything, direction: 'newest' })
  expect(await client.call('views.list')).toEqual([view])
  await client.call('views.remove', { id: view.id })
  expect(topics).toEqual(['views.changed', 'views.changed'])

  await client.call('exports.start', { filter: everything, direction: 'newest', separator: ',' })
  await expect.poll(async () => (await client.call('exports.list'))[0]?.phase, { timeout: 5_000 }).toBe('done')
  expect(topics.filter((topic) => topic === 'exports.changed').length).toBeGreaterThan(1)
  await expect(client.call('exports.cancel', { id: 'none' })).rejects.toMatchObject({ code: 'not-found' })
})

test('the journal of an account is written after its holdings are updated, and then its folder is shown', async () => {
  const { cache, client, journalPath, reconciled, shown } = start()
  closeDatabase(openJournal(journalPath, `${journalPath}-backups`).db)
  await cache.transactions.store('a', pack([makeTransaction('1', base)]), 7, null)
  const { id } = await client.call('exports.startWhole', { format: 'hledger', accountIds: ['a'] })
  expect(reconciled).toEqual(['a'])
  await expect(client.call('exports.showInFolder', { id })).rejects.toMatchObject({ code: 'not-found' })
  await expect.poll(async () => (await client.call('exports.list'))[0]?.phase, { timeout: 5_000 }).toBe('done')
  await client.call('exports.showInFolder', { id })
  expect(shown).toEqual([(await client.call('exports.list'))[0]?.path])
})

test('a kind chosen by a person applies at once, and the kind by the rules applies again when the choice is removed', async () => {
  const { cache, client, topics, journal } = start()
  await cache.transactions.store('a', pack([makeTransaction('1', base), makeTransaction('2', base)]), 7, null)
  const row = { accountId: 'a', id: '1' }
  const kinds = async () => {
    const { byKind } = await client.call('transactions.totals', { filter: everything })
    return byKind.map(({ kind, count, amount }) => `${kind} ${count} ${amount}`)
  }
  expect(await client.call('transactions.setKind', { ...row, kind: 'interest' })).toEqual({ previous: null })
  expect(await client.call('transactions.detail', row)).toMatchObject({
    ...{ kind: 'interest', kindRule: 'person', fetchedAt: 7, chosenKind: { scope: 'row', kind: 'interest' } },
  })
  expect(await kinds()).toEqual(['commission 1 -1.0064', 'interest 1 -1.0064'])
  expect(topics).toContain('transactions.changed')
  expect(journal.kinds.list()).toEqual([{ target: { scope: 'row', ...row }, kind: 'interest' }])
  expect(await client.call('transactions.setKind', { ...row, kind: null })).toEqual({ previous: 'interest' })
  expect(await client.call('transactions.detail', row)).toMatchObject({ kind: 'commission', chosenKind: null })
  expect(await kinds()).toEqual(['commission 2 -2.0128'])
  await expect(client.call('transactions.setKind', { ...row, id: 'none', kind: 'tax' })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('a kind chosen for all similar rows applies to these rows and to later similar ones, and to no others', async () => {
  const { cache, client } = start()
  const adjustment = { category: 'OTHERS', name: 'Adjustment' }
  const rows = Array.from({ length: 900 }, (_, i) => makeTransaction(`${i}`, base + i, adjustment))
  const other = makeTransaction('other', base, { ...adjustment, change: { currency: 'RUB', amount: dec('5') } })
  await cache.transactions.store('a', pack([...rows, other]), 1, null)
  await cache.transactions.store('b', pack([makeTransaction('1', base, adjustment)]), 1, null)
  const counts = async () => {
    const { byKind } = await client.call('transactions.totals', { filter: everything })
    return byKind.map(({ kind, count }) => `${kind} ${count}`)
  }
  expect(await counts()).toEqual(['unknown 902'])
  await client.call('transactions.setKind', { accountId: 'a', id: '5', kind: 'interest', scope: 'all-like-this' })
  await expect.poll(counts, { timeout: 5_000 }).toEqual(['interest 901', 'unknown 1'])
  await cache.transactions.store('b', pack([makeTransaction('2', base + 1, adjustment)]), 1, null)
  expect(await counts()).toEqual(['interest 902', 'unknown 1'])
  await client.call('transactions.setKind', { accountId: 'b', id: '2', kind: null, scope: 'all-like-this' })
  await expect.poll(counts, { timeout: 5_000 }).toEqual(['unknown 903'])
})
