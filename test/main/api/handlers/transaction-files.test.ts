import { expect, test } from 'vitest'
import { openJournal } from '#main/journal/open.ts'
import { closeDatabase } from '#main/sqlite/open.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { base, everything, start } from './transactions-rig.ts'

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
