import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CorruptDatabaseError, NewerDatabaseError, StorageError } from '#main/sqlite/errors.ts'
import { openSnapshot } from '#main/sqlite/open-snapshot.ts'
import { openDatabase } from '#main/sqlite/open.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { withReason } from '../reason.ts'

const first = 'CREATE TABLE entry (value INTEGER NOT NULL) STRICT'
const second = 'CREATE TABLE other (value INTEGER NOT NULL) STRICT'

function makeFile(migrations: readonly string[]) {
  const path = join(makeTemporaryDirectory(), 'data.sqlite')
  return { path, writer: openDatabase(path, migrations, { synchronous: 'NORMAL' }) }
}

test('a snapshot shows the data at its opening while another connection writes', () => {
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

test('a file of another version is neither read nor updated', () => {
  const { path, writer } = makeFile([first])
  expect(() => openSnapshot(path, [first, second])).toThrow(withReason('older-version'))
  expect(writer.pragma('user_version', { simple: true })).toBe(1)
  writer.pragma('user_version = 3')
  expect(() => openSnapshot(path, [first, second])).toThrow(NewerDatabaseError)
  writer.close()
})

test('the error names a missing or damaged file', () => {
  const path = join(makeTemporaryDirectory(), 'data.sqlite')
  expect(() => openSnapshot(path, [first])).toThrow(StorageError)
  writeFileSync(path, 'no database at all'.repeat(500))
  expect(() => openSnapshot(path, [first])).toThrow(CorruptDatabaseError)
})

/** Runs the rest of the test as an ordinary user who cannot write to this folder. */
function forbidWriting(folder: string): void {
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  const { geteuid, seteuid } = process
  if (geteuid?.() === 0) {
    seteuid?.(65_534)
    onTestFinished(() => seteuid?.(0))
  }
}

test.skipIf(process.platform === 'win32')('for a read-only folder the error states the reason and what to do', () => {
  const { path, writer } = makeFile([first])
  writer.close()
  chmodSync(path, 0o444)
  forbidWriting(dirname(path))
  expect(() => openSnapshot(path, [first])).toThrow(withReason('snapshot-needs-writable-folder'))
  expect(readdirSync(dirname(path))).toEqual(['data.sqlite'])
})

test.skipIf(process.platform === 'win32')('a file in a read-only folder is readable while the app has it open', () => {
  const { path, writer } = makeFile([first])
  writer.exec('INSERT INTO entry VALUES (1)')
  for (const name of readdirSync(dirname(path))) chmodSync(join(dirname(path), name), 0o444)
  forbidWriting(dirname(path))
  const snapshot = openSnapshot(path, [first])
  expect(snapshot.prepare('SELECT value FROM entry').pluck().all()).toEqual([1])
  snapshot.close()
  writer.close()
})
