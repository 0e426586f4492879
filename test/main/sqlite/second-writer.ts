// A thread that writes second: without an end until the test stops it, or once after the writer with priority.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { transact } from '#main/sqlite/transact.ts'
import { goSecond, type WritePriority } from '#main/sqlite/write-priority.ts'

const { path, priority, seen, isEndless } = workerData as {
  readonly path: string
  readonly priority: WritePriority
  readonly seen: Int32Array
  readonly isEndless: boolean
}
const db = new Database(path)
const writer = goSecond(db, priority)
const insert = db.prepare('INSERT INTO note (text) VALUES (?)')
const begin = (): void => {
  Atomics.store(seen, 0, 1)
  Atomics.notify(seen, 0)
}
if (isEndless) {
  let count = 0
  // A transaction of some length, and no pause before the next.
  while (Atomics.load(seen, 1) === 0)
    transact(db, () => {
      begin()
      const until = performance.now() + 20
      while (performance.now() < until && !writer.isWanted()) count++
      insert.run(String(count))
    })
} else {
  begin()
  transact(db, () => insert.run('second'))
}
parentPort?.postMessage(Atomics.load(seen, 1) === 1 ? 'the write had ended' : 'the write was under way')
