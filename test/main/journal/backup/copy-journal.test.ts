import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CorruptDatabaseError, DatabaseWriteError, NewerDatabaseError } from '#main/sqlite/errors.ts'
import { createPlace, type JournalPlace } from '../journal-place.ts'

const day = 24 * 3_600_000

const names = (place: JournalPlace): string[] =>
  place
    .open()
    .journal.watchlists.list()
    .map(({ name }) => name)

/** A closed journal with two watchlists. Only the first one is in the backup. */
async function createBackedUp() {
  const place = createPlace()
  const { journal, close } = place.open()
  journal.watchlists.create('backed up')
  const backup = await journal.backups.backUpIfDue(place.clock)
  journal.watchlists.create('since')
  close()
  return { ...place, backupPath: backup!.path }
}

test('a backup is one undamaged file, made at most once a day', async () => {
  const place = createPlace()
  const { journal } = place.open()
  expect(journal.backups.latestAt()).toBeNull()
  expect((await journal.backups.backUpIfDue(place.clock))?.path).toBe(
    join(place.backups, 'journal-2026-03-02T09-00-00Z.sqlite'),
  )
  await place.clock.advance(day - 1)
  expect(await journal.backups.backUpIfDue(place.clock)).toBeNull()
  await place.clock.advance(1)
  expect(await journal.backups.backUpIfDue(place.clock)).not.toBeNull()
  expect(journal.backups.latestAt()).toBe(place.clock.now())
  expect(readdirSync(place.backups).sort()).toEqual([
    'journal-2026-03-02T09-00-00Z.sqlite',
    'journal-2026-03-03T09-00-00Z.sqlite',
  ])
})

test('the newest seven backups are kept, and other files are not touched', async () => {
  const place = createPlace()
  const { journal } = place.open()
  await journal.backups.backUpIfDue(place.clock)
  writeFileSync(join(place.backups, 'my own notes.txt'), 'mine')
  for (let i = 0; i < 9; i++) {
    await place.clock.advance(day)
    await journal.backups.backUpIfDue(place.clock)
  }
  const files = readdirSync(place.backups).sort()
  expect(files).toHaveLength(8)
  expect(files[0]).toBe('journal-2026-03-05T09-00-00Z.sqlite')
  expect(files).toContain('my own notes.txt')
})

test('a damaged journal is renamed and replaced by the newest backup', async () => {
  const place = await createBackedUp()
  place.damage()
  const damaged = readFileSync(place.path)
  const opened = place.open()
  expect(opened.restoredFrom).toBe(place.backupPath)
  expect(opened.journal.watchlists.list().map(({ name }) => name)).toEqual(['backed up'])
  expect(opened.movedAside).toBe(join(place.directory, 'journal.corrupt-2026-03-02T09-00-00Z.sqlite'))
  expect(readFileSync(opened.movedAside!).equals(damaged)).toBe(true)
  opened.journal.watchlists.create('goes on')
  opened.close()
  expect(names(place)).toEqual(['backed up', 'goes on'])
  expect(existsSync(place.backupPath)).toBe(true)
})

test('a missing or empty journal is restored too', async () => {
  const place = await createBackedUp()
  rmSync(place.path)
  const opened = place.open()
  expect([opened.restoredFrom, opened.movedAside]).toEqual([place.backupPath, null])
  opened.close()
  writeFileSync(place.path, '')
  expect(names(place)).toEqual(['backed up'])
})

test('a damaged backup is skipped, and the backup before it is restored', async () => {
  const place = await createBackedUp()
  await place.clock.advance(day)
  const { journal, close } = place.open()
  const newer = await journal.backups.backUpIfDue(place.clock)
  close()
  place.damage(newer!.path)
  place.damage()
  const opened = place.open()
  expect(opened.restoredFrom).toBe(place.backupPath)
  expect(readdirSync(place.directory).filter((name) => name.includes('.part'))).toEqual([])
})

test('without a backup a damaged journal is replaced by an empty one and kept on disk', () => {
  const place = createPlace()
  const first = place.open()
  first.journal.watchlists.create('only here')
  first.close()
  place.damage()
  const { restoredFrom, movedAside, journal } = place.open()
  expect(restoredFrom).toBeNull()
  expect(existsSync(movedAside!)).toBe(true)
  expect(journal.watchlists.list()).toEqual([])
})

test('an undamaged journal is opened with its latest changes', async () => {
  const place = await createBackedUp()
  const { restoredFrom, movedAside, journal } = place.open()
  expect([restoredFrom, movedAside]).toEqual([null, null])
  expect(journal.watchlists.list().map(({ name }) => name)).toEqual(['backed up', 'since'])
})

test('a journal of a newer app version is refused, not replaced by an older backup', async () => {
  const place = await createBackedUp()
  const { db, close } = place.open()
  db.pragma('user_version = 999')
  close()
  expect(() => place.open()).toThrow(NewerDatabaseError)
  expect(readdirSync(place.directory).filter((name) => name.includes('corrupt'))).toEqual([])
})

test('a journal damaged while in use never becomes a backup', async () => {
  const place = createPlace()
  const { db, journal } = place.open()
  await journal.backups.backUpIfDue(place.clock)
  await place.clock.advance(day)
  // A table whose first page does not exist.
  db.unsafeMode(true)
  db.pragma('writable_schema = ON')
  db.exec(`UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'journal_event'`)
  db.pragma('writable_schema = RESET')
  await expect(journal.backups.backUpIfDue(place.clock)).rejects.toThrow(CorruptDatabaseError)
  expect(readdirSync(place.backups)).toEqual(['journal-2026-03-02T09-00-00Z.sqlite'])
})

test('on a full disk a change fails with a message and the old data is kept', () => {
  const place = createPlace()
  const { db, journal, close } = place.open()
  journal.watchlists.create('first')
  const list = journal.watchlists.create('second')
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
  const fill = (): void => {
    for (let i = 0; i < 2_000; i++) journal.watchlists.addSymbol(list.id, `SYMBOL-${i}-${'x'.repeat(80)}@X`)
  }
  expect(fill).toThrow(DatabaseWriteError)
  const symbols = journal.watchlists.get(list.id).symbols
  close()
  const reopened = place.open()
  expect(reopened.restoredFrom).toBeNull()
  expect(reopened.journal.watchlists.list()).toEqual([expect.objectContaining({ name: 'first' }), { ...list, symbols }])
})
