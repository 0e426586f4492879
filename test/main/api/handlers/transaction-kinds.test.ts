import { expect, test } from 'vitest'
import { pack } from '#main/threads/packed-rows.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { base, everything, start } from './transactions-rig.ts'

test('a kind chosen by the user applies immediately, and the kind by the rules applies again when the choice is removed', async () => {
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

test('a kind chosen for all similar rows applies to these rows and to later similar rows, and to no other rows', async () => {
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
