import { copyFileSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { newDataKey } from '#main/sealing/data-key.ts'
import { connect } from '#main/sqlite/connect.ts'
import { copyDatabase } from '#main/sqlite/copy-database.ts'
import { CorruptDatabaseError, SealedFileError } from '#main/sqlite/errors.ts'
import { holdKey, keyFor } from '#main/sqlite/keys.ts'
import { openDatabase } from '#main/sqlite/open.ts'
import { isOutsideWal, readSealState } from '#main/sqlite/seal-state.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const schema = ['CREATE TABLE entry (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;']
const key = newDataKey()
let folder = ''
afterEach(() => holdKey(folder, null))

/** Opens a database in a folder with a key. Returns it with its path. */
function openSealed() {
  folder = makeTemporaryDirectory()
  holdKey(folder, key)
  const path = join(folder, 'data.sqlite')
  const db = openDatabase(path, schema, { synchronous: 'NORMAL' })
  db.prepare('INSERT INTO entry (body) VALUES (?)').run('known text')
  return { db, path }
}

test('a key applies to its folder however the path is written, to folders in it, and to no other', () => {
  const { db } = openSealed()
  db.close()
  expect(keyFor(`${folder}/backups/../one.sqlite`)).toBe(key)
  expect(keyFor(join(folder, 'backups', 'one.sqlite'))).toBe(key)
  expect(keyFor(`${folder}-other/one.sqlite`)).toBeNull()
})

test('the file, its log and a copy of both as after a crash contain no readable text, and the copy opens with the key', () => {
  const { db, path } = openSealed()
  const killed = join(folder, 'killed.sqlite')
  for (const part of ['', '-wal']) copyFileSync(path + part, killed + part)
  for (const name of readdirSync(folder))
    expect(readFileSync(join(folder, name), 'latin1')).not.toMatch(/known text|CREATE/)
  db.close()
  const found = openDatabase(killed, schema, { synchronous: 'NORMAL' })
  expect(found.prepare('SELECT body FROM entry').pluck().all()).toEqual(['known text'])
  found.close()
})

test('a sealed file cannot be opened with another key or without a key, and stays unchanged', () => {
  const { db, path } = openSealed()
  db.close()
  const before = readFileSync(path)
  holdKey(folder, newDataKey())
  expect(() => openDatabase(path, schema, { synchronous: 'NORMAL' })).toThrow(CorruptDatabaseError)
  holdKey(folder, null)
  // This must not be reported as damage, because a damaged file would be replaced.
  expect(() => openDatabase(path, schema, { synchronous: 'NORMAL' })).toThrow(SealedFileError)
  expect(readFileSync(path)).toEqual(before)
})

test('a file with a changed byte is reported as damaged', () => {
  const { db, path } = openSealed()
  db.close()
  const bytes = readFileSync(path)
  bytes[4_096 + 700] = 255 - (bytes[4_096 + 700] ?? 0)
  writeFileSync(path, bytes)
  const damaged = connect(path, {})
  expect(() => damaged.prepare('SELECT * FROM entry').all()).toThrow(
    expect.objectContaining({ code: 'SQLITE_CORRUPT' }),
  )
  damaged.close()
})

test.runIf(process.platform === 'linux')('temporary tables of a sealed connection never become files', () => {
  const openFiles = (): string[] =>
    readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        return readlinkSync(join('/proc/self/fd', name))
      } catch {
        return []
      }
    })
  const fill = `CREATE TEMP TABLE copied AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)
    SELECT i, hex(randomblob(200)) AS body FROM n ORDER BY body`
  const plain = connect(join(makeTemporaryDirectory(), 'plain.sqlite'), {})
  plain.pragma('temp.cache_size = 10')
  plain.exec(fill)
  expect(openFiles().filter((path) => path.includes('etilqs'))).not.toEqual([])
  plain.close()
  const { db } = openSealed()
  db.pragma('temp.cache_size = 10')
  db.exec(fill)
  expect(openFiles().filter((path) => path.includes('etilqs'))).toEqual([])
  db.close()
})

test('the header shows whether a file is plain, sealed or damaged, and whether it is in WAL mode', () => {
  const { db, path } = openSealed()
  db.close()
  const [copy, plain, damaged, empty] = ['copy', 'plain', 'damaged', 'empty'].map((name) =>
    join(folder, `${name}.sqlite`),
  ) as [string, string, string, string]
  copyDatabase({ path, key }, { path: copy, key })
  copyDatabase({ path, key }, { path: plain, key: null })
  writeFileSync(damaged, Buffer.alloc(8_192, 0xa5))
  writeFileSync(empty, '')
  expect([path, copy, plain, damaged, empty, join(folder, 'none')].map(readSealState)).toEqual([
    ...['sealed', 'sealed', 'plain', 'other', 'absent', 'absent'],
  ])
  expect([path, copy, plain, damaged, empty].map(isOutsideWal)).toEqual([false, true, true, false, false])
})
