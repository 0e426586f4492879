import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { newDataKey } from '#main/sealing/data-key.ts'
import { holdKey } from '#main/sqlite/keys.ts'
import { createPlace, watchlistNames } from '../journal-place.ts'

const day = 24 * 3_600_000

test.each([
  ['plain', false],
  ['sealed', true],
])('a %s backup made while the clock was ahead is not restored over a later one', async (_, isSealed) => {
  const place = createPlace()
  if (isSealed) {
    holdKey(place.directory, newDataKey())
    onTestFinished(() => holdKey(place.directory, null))
  }
  const opened = place.open()
  opened.journal.watchlists.create('early')
  place.clock.set(400 * day)
  const ahead = await opened.journal.backups.backUpIfDue(place.clock)
  place.clock.set(-400 * day)
  opened.journal.watchlists.create('later')
  const later = await opened.journal.backups.backUpIfDue(place.clock)
  expect(opened.journal.backups.list().map(({ id }) => id)).toEqual([basename(later!.path), basename(ahead!.path)])
  expect(opened.journal.backups.latestAt()).toBe(place.clock.now())
  opened.close()
  place.damage()
  const restored = place.open()
  expect(restored.restoredFrom).toBe(later?.path)
  expect(watchlistNames(restored)).toEqual(['early', 'later'])
})

test('of many backups the ones made last are kept, whatever the clock said', async () => {
  const place = createPlace()
  const { journal } = place.open()
  const made: string[] = []
  for (const byDays of [400, -800, 300, 1, -1, 2, -3, 1, 1, 1]) {
    place.clock.set(byDays * day)
    made.push((await journal.backups.backUp('manual', place.clock)).id)
  }
  expect(journal.backups.list().map(({ id }) => id)).toEqual(made.slice(-7).reverse())
})

test('backups of an earlier version, without a number, are read: by their times, after those with a number', async () => {
  const place = createPlace()
  const opened = place.open()
  opened.journal.watchlists.create('old')
  const { id } = await opened.journal.backups.backUp('manual', place.clock)
  const old = ['2027-01-01T00-00-00Z', '2026-01-01T00-00-00Z', '2026-06-01T00-00-00Z'].map(
    (time) => `journal-${time}.sqlite`,
  )
  for (const name of old) {
    copyFileSync(join(place.backups, id), join(place.backups, name))
    const db = new Database(join(place.backups, name))
    db.exec(`DELETE FROM setting WHERE key = 'backupNumber'`)
    db.close()
  }
  expect(opened.journal.backups.list().map((row) => row.id)).toEqual([id, old[0], old[2], old[1]])
  opened.close()
  place.damage(join(place.backups, id))
  place.damage()
  expect(basename(place.open().restoredFrom!)).toBe(old[0])
})

test('a backup made after a restore is newer than all that were made before it', async () => {
  const place = createPlace()
  const opened = place.open()
  const first = await opened.journal.backups.backUp('manual', place.clock)
  for (let i = 0; i < 3; i++) await opened.journal.backups.backUp('manual', place.clock)
  opened.close()
  copyFileSync(join(place.backups, first.id), place.path)
  const restored = place.open()
  const { id } = await restored.journal.backups.backUp('manual', place.clock)
  expect(restored.journal.backups.list()[0]?.id).toBe(id)
})

test('a journal from another folder becomes the newest backup, whatever number it has', async () => {
  const place = createPlace()
  const { journal } = place.open()
  for (let i = 0; i < 3; i++) await journal.backups.backUp('manual', place.clock)
  const other = createPlace()
  const { close } = other.open()
  close()
  const { id } = await journal.backups.add({ path: other.path, key: null }, place.clock)
  expect(journal.backups.list()[0]?.id).toBe(id)
  const next = await journal.backups.backUp('manual', place.clock)
  expect(
    journal.backups
      .list()
      .map((row) => row.id)
      .slice(0, 2),
  ).toEqual([next.id, id])
})
