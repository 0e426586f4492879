import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import {
  AlreadyRunningError,
  CorruptDatabaseError,
  DatabaseWriteError,
  NewerDatabaseError,
} from '#main/sqlite/errors.ts'
import { lockDataDirectory } from '#main/sqlite/lock.ts'
import { migrate, readVersion } from '#main/sqlite/migrate.ts'
import { closeDatabase, openDatabase } from '#main/sqlite/open.ts'
import { transact } from '#main/sqlite/transact.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { withReason } from '../reason.ts'

const first = 'CREATE TABLE entry (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;'
const second = 'ALTER TABLE entry ADD COLUMN note TEXT;'
const options = { synchronous: 'FULL' } as const

function open(path: string, migrations: readonly string[] = [first]) {
  const db = openDatabase(path, migrations, options)
  onTestFinished(() => closeDatabase(db))
  return db
}

async function startVictim(role: 'write' | 'lock' | 'lock without folder', path: string): Promise<ChildProcess> {
  const victim = spawn(process.execPath, [fileURLToPath(new URL('victim.ts', import.meta.url)), role, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void victim.kill('SIGKILL'))
  const [chunk] = (await once(victim.stdout, 'data')) as [Buffer]
  expect(chunk.toString()).toContain('ready')
  return victim
}

async function kill(victim: ChildProcess): Promise<void> {
  const exit = once(victim, 'exit')
  victim.kill('SIGKILL')
  await exit
}

test('a new file is in WAL mode, checks foreign keys, waits for other writers and syncs as the options say', () => {
  const db = open(join(makeTemporaryDirectory(), 'a.sqlite'))
  const read = (name: string): unknown => db.pragma(name, { simple: true })
  expect([read('journal_mode'), read('foreign_keys'), read('busy_timeout'), read('synchronous')]).toEqual([
    'wal',
    1,
    5000,
    2,
  ])
})

test('migrations continue from the version of the file, keep its rows, and do nothing the second time', () => {
  const path = join(makeTemporaryDirectory(), 'a.sqlite')
  const old = openDatabase(path, [first], options)
  old.exec(`INSERT INTO entry (body) VALUES ('from before')`)
  old.close()
  const db = open(path, [first, second])
  migrate(db, [first, second])
  expect(readVersion(db)).toBe(2)
  expect(db.prepare('SELECT body, note FROM entry').all()).toEqual([{ body: 'from before', note: null }])
})

test('a failed migration step changes neither the schema nor the version', () => {
  const path = join(makeTemporaryDirectory(), 'a.sqlite')
  open(path)
  expect(() => openDatabase(path, [first, `${second} CREATE TABLE broken (;`], options)).toThrow()
  const db = open(path)
  expect(readVersion(db)).toBe(1)
  expect(db.prepare(`SELECT count(*) FROM pragma_table_info('entry') WHERE name = 'note'`).pluck().get()).toBe(0)
})

test('a file of a newer app is refused with a message and stays unchanged', () => {
  const path = join(makeTemporaryDirectory(), 'a.sqlite')
  openDatabase(path, [first, second], options).close()
  const before = readFileSync(path)
  expect(() => openDatabase(path, [first], options)).toThrow(NewerDatabaseError)
  expect(() => openDatabase(path, [first], options)).toThrow(withReason('newer-version', { version: 2, known: 1 }))
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('a file that is not a database, or has overwritten pages, is reported as damaged', () => {
  const directory = makeTemporaryDirectory()
  const text = join(directory, 'text.sqlite')
  writeFileSync(text, 'this is not a database, and long enough to be read as one '.repeat(100))
  expect(() => openDatabase(text, [first], options)).toThrow(CorruptDatabaseError)

  const path = join(directory, 'holed.sqlite')
  const db = openDatabase(path, [first], options)
  const insert = db.prepare('INSERT INTO entry (body) VALUES (?)')
  transact(db, () => {
    for (let i = 0; i < 500; i++) insert.run('x'.repeat(200))
  })
  db.close()
  const bytes = readFileSync(path)
  bytes.fill(0xa5, 4096 * 4, 4096 * 8)
  writeFileSync(path, bytes)
  expect(() => openDatabase(path, [first], { ...options, checksWholeFile: true })).toThrow(CorruptDatabaseError)
})

test('a missing folder is reported in the error', () => {
  expect(() => openDatabase(join(makeTemporaryDirectory(), 'no', 'a.sqlite'), [first], options)).toThrow(
    /directory does not exist|cannot be opened/,
  )
})

test('a full disk is reported, and no row of the transaction remains', () => {
  const db = open(join(makeTemporaryDirectory(), 'a.sqlite'))
  const insert = db.prepare('INSERT INTO entry (body) VALUES (?)')
  const pages = db.pragma('page_count', { simple: true })
  db.pragma(`max_page_count = ${Number(pages) + 3}`)
  const fill = (): void =>
    transact(db, () => {
      for (let i = 0; i < 100; i++) insert.run('x'.repeat(1_000))
    })
  expect(fill).toThrow(DatabaseWriteError)
  expect(fill).toThrow(withReason('cannot-save-on-full-disk'))
  expect(db.inTransaction).toBe(false)
  expect(db.prepare('SELECT count(*) FROM entry').pluck().get()).toBe(0)
  transact(db, () => insert.run('small enough'))
  expect(db.prepare('SELECT count(*) FROM entry').pluck().get()).toBe(1)
})

test('a write on a read-only connection is reported as a write error', () => {
  const db = open(join(makeTemporaryDirectory(), 'a.sqlite'))
  db.pragma('query_only = ON')
  expect(() => transact(db, () => db.exec(`INSERT INTO entry (body) VALUES ('no')`))).toThrow(DatabaseWriteError)
})

test('nested writes commit or fail with the outer transaction', () => {
  const db = open(join(makeTemporaryDirectory(), 'a.sqlite'))
  const insert = db.prepare('INSERT INTO entry (body) VALUES (?)')
  expect(() =>
    transact(db, () => {
      transact(db, () => insert.run('inner'))
      throw new Error('outer')
    }),
  ).toThrow('outer')
  expect(db.prepare('SELECT count(*) FROM entry').pluck().get()).toBe(0)
})

test('a process killed inside a transaction leaves only its committed rows', { timeout: 20_000 }, async () => {
  const path = join(makeTemporaryDirectory(), 'a.sqlite')
  await kill(await startVictim('write', path))
  expect(existsSync(`${path}-wal`)).toBe(true)
  const db = openDatabase(path, [first], { ...options, checksWholeFile: true })
  onTestFinished(() => closeDatabase(db))
  expect(db.prepare('SELECT body FROM entry').pluck().all()).toEqual(['kept'])
})

test('a data directory is locked by one process until that process is killed', { timeout: 20_000 }, async () => {
  const directory = join(makeTemporaryDirectory(), 'data')
  const victim = await startVictim('lock', directory)
  expect(() => lockDataDirectory(directory)).toThrow(AlreadyRunningError)
  expect(() => lockDataDirectory(directory)).toThrow(withReason('already-running'))
  await kill(victim)
  lockDataDirectory(directory).release()
})

test('a second lock in the same process is refused, and the directory is free after a release', () => {
  const directory = makeTemporaryDirectory()
  const lock = lockDataDirectory(directory)
  expect(() => lockDataDirectory(directory)).toThrow(AlreadyRunningError)
  lock.release()
  lockDataDirectory(directory).release()
})

test('a deleted lock file does not let a second process in', { timeout: 20_000 }, async () => {
  const directory = join(makeTemporaryDirectory(), 'data')
  const victim = await startVictim('lock', directory)
  for (const name of readdirSync(directory)) rmSync(join(directory, name))
  expect(() => lockDataDirectory(directory)).toThrow(AlreadyRunningError)
  await kill(victim)
  lockDataDirectory(directory).release()
})

test.skipIf(process.platform !== 'linux')(
  'a deleted lock file does not let a second process in where folders cannot be locked',
  { timeout: 20_000 },
  async () => {
    const directory = join(makeTemporaryDirectory(), 'data')
    const victim = await startVictim('lock without folder', directory)
    const lockAgain = () => lockDataDirectory(directory, () => null)
    rmSync(join(directory, 'lock'))
    expect(lockAgain).toThrow(AlreadyRunningError)
    expect(readdirSync(directory)).toEqual([])
    writeFileSync(join(directory, 'lock'), '')
    expect(lockAgain).toThrow(AlreadyRunningError)
    await kill(victim)
    lockAgain().release()
  },
)

test('a replaced lock file does not let a second lock in either', () => {
  const directory = makeTemporaryDirectory()
  const lock = lockDataDirectory(directory)
  renameSync(join(directory, 'lock'), join(directory, 'moved'))
  writeFileSync(join(directory, 'lock'), '')
  expect(() => lockDataDirectory(directory)).toThrow(AlreadyRunningError)
  lock.release()
  lockDataDirectory(directory).release()
})

test('the lock of the folder needs no PATH', () => {
  const path = process.env['PATH']
  onTestFinished(() => void (process.env['PATH'] = path))
  process.env['PATH'] = '/nonexistent'
  const directory = makeTemporaryDirectory()
  const lock = lockDataDirectory(directory)
  rmSync(join(directory, 'lock'))
  expect(() => lockDataDirectory(directory)).toThrow(AlreadyRunningError)
  lock.release()
})

test('a damaged lock file does not prevent a start', () => {
  const directory = makeTemporaryDirectory()
  writeFileSync(join(directory, 'lock'), 'rubbish '.repeat(1_000))
  lockDataDirectory(directory).release()
})

test('a database in memory leaves no file', () => {
  const folder = makeTemporaryDirectory()
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => process.chdir(before))
  open(':memory:')
  expect(readdirSync(folder)).toEqual([])
})
