import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CorruptDatabaseError, NewerDatabaseError, StorageError } from '../../../src/main/sqlite/errors.ts'
import { openDatabase } from '../../../src/main/sqlite/open.ts'
import { openSnapshot } from '../../../src/main/sqlite/open-snapshot.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const first = 'CREATE TABLE entry (value INTEGER NOT NULL) STRICT'
const second = 'CREATE TABLE other (value INTEGER NOT NULL) STRICT'

function makeFile(migrations: readonly string[]) {
  const path = join(makeTemporaryDirectory(), 'data.sqlite')
  return { path, writer: openDatabase(path, migrations, { synchronous: 'NORMAL' }) }
}

test('a snapshot is of the moment of its opening, beside a connection that writes', () => {
  const { path, writer } = makeFile([first])
  writer.exec('INSERT INTO entry VALUES (1)')
  const snapshot = openSnapshot(path, [first])
  writer.exec('INSERT INTO entry VALUES (2)')
  expect(snapshot.prepare('SELECT value FROM entry').pluck().all()).toEqual([1])
  expect(() => snapshot.exec('INSERT INTO entry VALUES (3)')).toThrow(/readonly/)
  snapshot.close()
  const later = openSnapshot(path, [first])
  expect(later.prepare('SELECT value FROM entry').pluck().all()).toEqual([1, 2])
  later.close()
  writer.close()
})

test('a file of another version is not read, and not updated', () => {
  const { path, writer } = makeFile([first])
  expect(() => openSnapshot(path, [first, second])).toThrow(/older version of Tidemark. Start this version once/)
  expect(writer.pragma('user_version', { simple: true })).toBe(1)
  writer.pragma('user_version = 3')
  expect(() => openSnapshot(path, [first, second])).toThrow(NewerDatabaseError)
  writer.close()
})

test('a missing or damaged file is named', () => {
  const path = join(makeTemporaryDirectory(), 'data.sqlite')
  expect(() => openSnapshot(path, [first])).toThrow(StorageError)
  writeFileSync(path, 'no database at all'.repeat(500))
  expect(() => openSnapshot(path, [first])).toThrow(CorruptDatabaseError)
})
