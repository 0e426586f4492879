// A process that a test kills: `victim.ts write FILE` waits inside a transaction, `victim.ts lock DIR` holds a lock.
import { writeSync } from 'node:fs'
import { lockDataDirectory } from '#main/sqlite/lock.ts'
import { openDatabase } from '#main/sqlite/open.ts'
import { transact } from '#main/sqlite/transact.ts'

const [, , role = '', path = ''] = process.argv
const waitForKill = (): void => {
  writeSync(1, 'ready\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20_000)
}

if (role.startsWith('lock')) {
  lockDataDirectory(path, role === 'lock' ? undefined : () => null)
  waitForKill()
} else {
  const db = openDatabase(path, ['CREATE TABLE entry (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;'], {
    synchronous: 'FULL',
  })
  const insert = db.prepare('INSERT INTO entry (body) VALUES (?)')
  transact(db, () => insert.run('kept'))
  transact(db, () => {
    // More rows than the page cache can hold, so that some are already in the file when the process is killed.
    for (let i = 0; i < 20_000; i++) insert.run(`lost ${i} ${'x'.repeat(1_000)}`)
    waitForKill()
  })
}
