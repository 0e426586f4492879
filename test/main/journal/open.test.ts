import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeSaveFolder } from '#main/journal/backup/drafts.ts'
import { createPlace, watchlistNames } from './journal-place.ts'

/** The files that a killed process leaves: a backup, and two later watchlists that exist only in the `-wal`. */
async function createKilled() {
  const place = createPlace()
  const running = place.open()
  running.journal.watchlists.create('backed up')
  const backup = await running.journal.backups.backUp('manual', place.clock)
  running.db.pragma('wal_checkpoint(TRUNCATE)')
  running.journal.watchlists.create('only in the log')
  const killed = createPlace()
  for (const suffix of ['', '-wal']) copyFileSync(place.path + suffix, killed.path + suffix)
  return { ...killed, backupPath: join(place.backups, backup.id) }
}
const aside = 'journal.set-aside-2026-03-02T09-00-00Z.sqlite-wal'

test('the log of a killed process is replayed', async () => {
  const place = await createKilled()
  const opened = place.open()
  expect(opened.logSetAside).toBeNull()
  expect(watchlistNames(opened)).toEqual(['backed up', 'only in the log'])
})

test('a left-over log is set aside, not replayed over a backup that replaces the journal', async () => {
  const place = await createKilled()
  const log = readFileSync(`${place.path}-wal`)
  copyFileSync(place.backupPath, place.path)
  const opened = place.open()
  expect(watchlistNames(opened)).toEqual(['backed up'])
  expect(opened.logSetAside).toBe(join(place.directory, aside))
  expect(readFileSync(join(place.directory, aside)).equals(log)).toBe(true)
})

test('the log of a missing journal is kept when there is no backup', async () => {
  const place = await createKilled()
  const log = readFileSync(`${place.path}-wal`)
  rmSync(place.path)
  const opened = place.open()
  expect([opened.restoredFrom, watchlistNames(opened)]).toEqual([null, []])
  expect(readFileSync(opened.logSetAside!).equals(log)).toBe(true)
})

test('the log of a missing journal is kept, not replayed over the backup that replaces it', async () => {
  const place = await createKilled()
  const log = readFileSync(`${place.path}-wal`)
  rmSync(place.path)
  mkdirSync(place.backups)
  copyFileSync(place.backupPath, join(place.backups, 'journal-2026-03-01T09-00-00Z.sqlite'))
  const opened = place.open()
  expect(watchlistNames(opened)).toEqual(['backed up'])
  expect(readFileSync(opened.logSetAside!).equals(log)).toBe(true)
})

test('incomplete copies that a killed process left are removed, and other files stay', async () => {
  const place = createPlace()
  const opened = place.open()
  await opened.journal.backups.backUp('manual', place.clock)
  opened.close()
  const left = ['journal.part', 'journal.part-journal', 'journal.part.anchor'].map((name) => join(place.backups, name))
  left.push(join(place.directory, 'journal.sqlite.part'), join(place.directory, 'journal.sqlite.part-wal'))
  const kept = [join(place.backups, 'mine.part'), join(place.directory, 'export-of mine')]
  const saved = makeSaveFolder(place.directory)
  for (const path of [...left, ...kept, join(saved, 'journal.part')]) writeFileSync(path, 'half')
  place.open()
  expect([...left, saved].filter((path) => existsSync(path))).toEqual([])
  expect(kept.filter((path) => existsSync(path))).toEqual(kept)
  expect(readdirSync(place.backups)).toHaveLength(2)
})
