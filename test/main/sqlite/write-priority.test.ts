import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { transact } from '#main/sqlite/transact.ts'
import { goFirst, goSecond, type WritePriority } from '#main/sqlite/write-priority.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

function open() {
  const db = new Database(join(makeTemporaryDirectory(), 'some.sqlite'))
  onTestFinished(() => void db.close())
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE note (text TEXT)')
  return db
}

/** Another connection, which does not wait for a lock. */
function openAgain({ name }: Database.Database) {
  const db = new Database(name, { timeout: 0 })
  onTestFinished(() => void db.close())
  return db
}

function startThread(path: string, priority: WritePriority, isEndless: boolean) {
  const seen = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(new URL('second-writer.ts', import.meta.url), {
    workerData: { path, priority, seen, isEndless },
  })
  onTestFinished(() => void worker.terminate())
  return { seen, message: once(worker, 'message') }
}

const add = (db: Database.Database): unknown => transact(db, () => db.exec(`INSERT INTO note VALUES ('here')`))

test('the second writer has to wait from before a write starts until the write ends, with or without an error', () => {
  const db = open()
  const second = goSecond(openAgain(db), goFirst(db))
  expect(second.isWanted()).toBe(false)
  transact(db, () => {
    expect(second.isWanted()).toBe(true)
    transact(db, () => undefined)
    expect(second.isWanted()).toBe(true)
  })
  expect(second.isWanted()).toBe(false)
  expect(() => transact(db, () => db.exec('INSERT INTO nothing VALUES (1)'))).toThrow(/nothing/)
  expect(second.isWanted()).toBe(false)
})

test('the thread that writes second waits until the current write has ended', async () => {
  const db = open()
  const priority = goFirst(db)
  const { seen, message } = startThread(db.name, priority, false)
  transact(db, () => {
    // Waits until the thread is about to wait; then this write continues for a while.
    expect(Atomics.wait(seen, 0, 0, 10_000)).not.toBe('timed-out')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    Atomics.store(seen, 1, 1)
  })
  expect(await message).toEqual(['the write had ended'])
})

test('a thread that writes without a pause shares its turns with a connection that never waits for a lock', async () => {
  const db = open()
  const priority = goFirst(db)
  const { seen, message } = startThread(db.name, priority, true)
  expect(Atomics.wait(seen, 0, 0, 10_000)).not.toBe('timed-out')
  const here = openAgain(db)
  goSecond(here, priority)
  for (let count = 0; count < 30; count++) add(here)
  Atomics.store(seen, 1, 1)
  await message
  const count = db.prepare<[string], number>('SELECT count(*) FROM note WHERE text = ?').pluck()
  expect(count.get('here')).toBe(30)
})

test('the turn of a thread that has ended is passed over', () => {
  const db = open()
  const priority = goFirst(db)
  Atomics.add(new Int32Array(priority), 1, 1)
  const here = openAgain(db)
  const writer = goSecond(here, priority, 50)
  add(here)
  expect(writer.isWanted()).toBe(false)
  add(here)
  expect(db.prepare('SELECT count(*) FROM note').pluck().get()).toBe(2)
})
