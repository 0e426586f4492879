import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrations } from '#main/journal/migrations.ts'
import { migrate, readVersion } from '#main/sqlite/migrate.ts'
import { createPlace } from '../journal-place.ts'

const oldVersion = 5

/** A closed journal with the schema of an older app version, and one watchlist. */
function createOld() {
  const place = createPlace()
  const db = new Database(place.path)
  db.pragma('journal_mode = WAL')
  migrate(db, migrations, oldVersion)
  db.exec(`INSERT INTO watchlist (id, name, position) VALUES ('w', 'Mine', 0)`)
  db.close()
  return place
}

function read(path: string) {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  try {
    return { version: readVersion(db), names: db.prepare('SELECT name FROM watchlist').pluck().all() }
  } finally {
    db.close()
  }
}

test('a checked copy is made before the schema is updated', () => {
  const place = createOld()
  const { db, close } = place.open()
  expect(readVersion(db)).toBe(migrations.length)
  close()
  expect(readdirSync(place.backups)).toEqual(['journal-2026-03-02T09-00-00Z-before-update.sqlite'])
  const copy = join(place.backups, 'journal-2026-03-02T09-00-00Z-before-update.sqlite')
  expect(read(copy)).toEqual({ version: oldVersion, names: ['Mine'] })
  place.open()
  expect(readdirSync(place.backups)).toHaveLength(1)
})

test('a new journal needs no copy', () => {
  const place = createPlace()
  mkdirSync(place.backups)
  place.open()
  expect(readdirSync(place.backups)).toEqual([])
})

test('without a copy the schema is not updated', () => {
  const place = createOld()
  writeFileSync(place.backups, 'a file where the folder should be')
  expect(() => place.open()).toThrow(/not updated, because no backup could be made/)
  expect(read(place.path)).toEqual({ version: oldVersion, names: ['Mine'] })
  expect(readdirSync(place.directory).filter((name) => name.includes('corrupt'))).toEqual([])
  rmSync(place.backups)
  expect(readVersion(place.open().db)).toBe(migrations.length)
})

test('the journal is flushed to the drive itself on macOS', () => {
  const { db } = createPlace().open()
  expect(db.pragma('fullfsync', { simple: true })).toBe(1)
  expect(db.pragma('checkpoint_fullfsync', { simple: true })).toBe(1)
})
