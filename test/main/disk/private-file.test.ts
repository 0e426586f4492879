import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '#main/cache/open.ts'
import { makePrivate } from '#main/disk/private-file.ts'
import { replaceJson } from '#main/disk/replace-file.ts'
import { appendToLog, logPath } from '#main/host/log.ts'
import { copyJournal, copySealedHere } from '#main/journal/backup/copy-journal.ts'
import { openJournal } from '#main/journal/open.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('databases with their logs, backups, the log and settings are readable for their user only', async () => {
  const folder = makeTemporaryDirectory()
  const at = (name: string): string => join(folder, name)
  const { db: journal } = openJournal(at('journal.sqlite'), at('backups'))
  const { db: cache } = openCache(at('cache.sqlite'))
  await copyJournal({ db: journal, copySealed: copySealedHere }, at('copy.sqlite'))
  replaceJson(at('settings.json'), {})
  appendToLog(folder, 'a line\n')
  const files = ['journal.sqlite', 'journal.sqlite-wal', 'cache.sqlite', 'cache.sqlite-wal', 'cache.sqlite-shm']
  const paths = [...[...files, 'copy.sqlite', 'settings.json'].map(at), logPath(folder)]
  expect(paths.filter((path) => modeOf(path) !== 0o600)).toEqual([])
  expect(modeOf(join(folder, 'logs'))).toBe(0o700)
  journal.close()
  cache.close()
})

test('files and folders that an earlier version left readable for others are made private, links are not followed', () => {
  const folder = makeTemporaryDirectory()
  const inside = join(folder, 'profiles')
  mkdirSync(inside)
  const ours = join(inside, 'cache.sqlite')
  const elsewhere = join(folder, 'elsewhere')
  for (const path of [ours, elsewhere]) writeFileSync(path, '')
  for (const path of [ours, elsewhere]) chmodSync(path, 0o644)
  chmodSync(inside, 0o755)
  symlinkSync(elsewhere, join(inside, 'link'))
  makePrivate([inside, join(folder, 'missing')])
  expect([modeOf(inside), modeOf(ours), modeOf(elsewhere)]).toEqual([0o700, 0o600, 0o644])
})
