import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { transact } from '../../../src/main/sqlite/transact.ts'
import { goFirst, goSecond } from '../../../src/main/sqlite/write-priority.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

function open() {
  const db = new Database(join(makeTemporaryDirectory(), 'some.sqlite'))
  onTestFinished(() => void db.close())
  db.exec('CREATE TABLE note (text TEXT)')
  return db
}

test('the second writer has to wait from before a write starts until the write ends, with or without an error', () => {
  const db = open()
  const second = goSecond(goFirst(db))
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
  const seen = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(new URL('second-writer.ts', import.meta.url), { workerData: { priority, seen } })
  onTestFinished(() => void worker.terminate())
  const message = once(worker, 'message')
  transact(db, () => {
    // Waits until the thread is about to wait; then this write continues for a while.
    expect(Atomics.wait(seen, 0, 0, 10_000)).not.toBe('timed-out')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    Atomics.store(seen, 1, 1)
  })
  expect(await message).toEqual(['the write had ended'])
})
