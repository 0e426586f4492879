import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { transact } from '../../../src/main/sqlite/transact.ts'
import { goFirst, goSecond } from '../../../src/main/sqlite/write-turn.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

function open() {
  const db = new Database(join(makeTemporaryDirectory(), 'some.sqlite'))
  onTestFinished(() => void db.close())
  db.exec('CREATE TABLE note (text TEXT)')
  return db
}

test('the second one is told of a write from before its beginning until it ended, well or not', () => {
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

test('a thread that writes second holds back until the write under way has ended', async () => {
  const db = open()
  const turn = goFirst(db)
  const seen = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(new URL('second-writer.ts', import.meta.url), { workerData: { turn, seen } })
  onTestFinished(() => void worker.terminate())
  const told = once(worker, 'message')
  transact(db, () => {
    // Until the thread has come to its turn; then this write goes on for a while.
    expect(Atomics.wait(seen, 0, 0, 10_000)).not.toBe('timed-out')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    Atomics.store(seen, 1, 1)
  })
  expect(await told).toEqual(['the write had ended'])
})
