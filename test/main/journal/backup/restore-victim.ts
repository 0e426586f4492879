// A process that a test kills while it restores: `restore-victim.ts DIRECTORY KEY`, the key in hex or `-`.
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { listBackups } from '#main/journal/backup/backup-files.ts'
import { prepareRestore } from '#main/journal/backup/restore.ts'
import { holdKey } from '#main/sqlite/keys.ts'

const [, , directory = '', hex = '-'] = process.argv
holdKey(directory, hex === '-' ? null : new Uint8Array(Buffer.from(hex, 'hex')))
const [backup] = listBackups(join(directory, 'backups'))
if (backup === undefined) throw new Error('there is no backup to restore')
const path = join(directory, 'journal.sqlite')

writeSync(1, 'begins\n')
const change = prepareRestore({ backup, path, now: Date.now(), keepsReplaced: () => false })
await change.apply()
change.finish()
