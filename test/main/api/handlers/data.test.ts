import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startHandlers } from '../rig.ts'

test('the journal is exported to the export folder if the host has no dialog', async () => {
  const { client } = startHandlers()
  const { path } = await client.call('data.export')
  expect(path).toMatch(/journal-2026-03-02T09-00-00Z\.sqlite$/)
  expect(existsSync(path!)).toBe(true)
})

test('a file that is not in the list of backups cannot be inspected', async () => {
  const { client } = startHandlers()
  for (const id of ['../journal.sqlite', 'journal-2026-03-02T09-00-00Z-other.sqlite']) {
    await expect(client.call('data.inspectBackup', { id })).rejects.toMatchObject({ code: 'not-found' })
  }
})

test('a backup requested by the user is listed, counted and checked', async () => {
  const { client, journal, topics } = startHandlers()
  journal.watchlists.create('Mine')
  const made = await client.call('data.backUp')
  expect(topics).toContain('data.changed')
  expect(await client.call('data.backups')).toContainEqual(made)
  const { problem, tables } = await client.call('data.inspectBackup', { id: made.id })
  expect(problem).toBeNull()
  expect(tables).toContainEqual({ name: 'watchlist', rows: 1 })
  expect((await client.call('data.read')).lastBackupAt).toBe(made.at)
})
