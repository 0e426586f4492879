// A process to be killed: `victim.ts write FILE` stands inside a transaction, `victim.ts lock DIR` holds a lock.
import { writeSync } from 'node:fs'
import { lockDataDirectory } from '../../../src/main/sqlite/lock.ts'
import { openDatabase } from '../../../src/main/sqlite/open.ts'
import { transact } from '../../../src/main/sqlite/transact.ts'

const [, , role, path = ''] = process.argv
const standStill = (): void => {
  writeSync(1, 'standing\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20_000)
}

if (role === 'lock') {
  lockDataDirectory(path)
  standStill()
} else {
  const db = openDatabase(path, ['CREATE TABLE entry (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;'], {
    synchronous: 'FULL',
  })
  const insert = db.prepare('INSERT INTO entry (body) VALUES (?)')
  transact(db, () => insert.run('kept'))
  transact(db, () => {
    // More than fits the page cache, so that part of it already lies in the file when the end comes.
    for (let i = 0; i < 20_000; i++) insert.run(`lost ${i} ${'x'.repeat(1_000)}`)
    standStill()
  })
}
