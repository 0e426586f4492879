import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setCacheAside } from '#main/cache/open.ts'
import { writeMembership } from '#main/computers/membership.ts'
import { makeFolder, removeFlushed, renameFlushed } from '#main/disk/flush.ts'
import { copyChecked } from '#main/disk/new-file.ts'
import { systemRemover, removeTrees } from '#main/disk/remove-tree.ts'
import { replaceJson } from '#main/disk/replace-file.ts'
import { listBackups } from '#main/journal/backup/backup-files.ts'
import { prepareRestore } from '#main/journal/backup/restore.ts'
import { removeLockFile } from '#main/lock/lock-file.ts'
import { writePlan } from '#main/profile/erasure/erasures.ts'
import { setSealedAside } from '#main/profile/profile-sealing.ts'
import { writeDescriptor } from '#main/sealing/descriptor.ts'
import { deletion, moveDatabase } from '#main/sqlite/files.ts'
import { unflushedFolders, unflushedFoldersOf } from '../../fakes/disk/recorded-disk.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { runModule, source } from '../host/run-module.ts'
import { createPlace } from '../journal/journal-place.ts'

/** A folder with these files. */
function folderWith(...names: readonly string[]): string {
  const folder = makeTemporaryDirectory()
  for (const name of names) writeFileSync(join(folder, name), 'x')
  return folder
}

test('the record of a rename and of a removal without a flush finds both', () => {
  const folder = folderWith('a', 'b')
  expect(unflushedFolders(() => rmSync(join(folder, 'a')))).toEqual([folder])
  expect(unflushedFolders(() => renameFlushed([join(folder, 'b'), join(folder, 'c')]))).toEqual([])
})

test.each<readonly [string, (folder: string) => void]>([
  [
    'a rename into another folder',
    (folder) => (mkdirSync(join(folder, 'd')), renameFlushed([join(folder, 'a'), join(folder, 'd', 'a')])),
  ],
  ['a removal', (folder) => removeFlushed([join(folder, 'a'), join(folder, 'no such file')])],
  ['a new settings file', (folder) => replaceJson(join(folder, 'settings.json'), {})],
  [
    'a database that is set aside',
    (folder) => moveDatabase(join(folder, 'cache.sqlite'), join(folder, 'moved.sqlite')),
  ],
  ['a cache that is set aside', (folder) => void setCacheAside(join(folder, 'cache.sqlite'), 'damaged', 0)],
  [
    'a deletion that is undone',
    (folder) => {
      const change = deletion([join(folder, 'a')])
      void change.apply()
      change.undo()
    },
  ],
  [
    'a deletion',
    (folder) => {
      const change = deletion([join(folder, 'a')])
      void change.apply()
      change.finish()
    },
  ],
  ['a deleted tree', (folder) => void removeTrees([join(folder, 'a')], systemRemover)],
  ['the removal of the lock', removeLockFile],
  ['the end of an erasure', (folder) => writePlan(folder, [])],
  ['leaving a set of computers', (folder) => writeMembership(folder, null)],
  ['data that is no longer sealed', (folder) => writeDescriptor(folder, { keyId: null, change: null })],
  ['a sealed journal that is set aside', (folder) => void setSealedAside(folder, 0)],
])('%s is flushed with its folder', (_, change) => {
  const databases = ['cache.sqlite', 'cache.sqlite-wal', 'journal.sqlite', 'journal.sqlite-wal']
  const folder = folderWith('a', ...databases, 'app-lock.json', 'erasures.json', 'computers.json')
  writeFileSync(join(folder, 'sealing.json'), JSON.stringify({ format: 1, keyId: '0123456789abcdef', change: null }))
  expect(unflushedFolders(() => change(folder))).toEqual([])
})

test('a file that is saved elsewhere is flushed with its folder', async () => {
  const folder = folderWith('a')
  expect(await unflushedFoldersOf(() => copyChecked(join(folder, 'a'), join(folder, 'b')))).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['a', 'b'])
})

test('backups, the removal of old ones, and a restore are flushed with their folders', async () => {
  const place = createPlace()
  const { journal, close } = place.open()
  const backUpOften = async (): Promise<void> => {
    for (let count = 0; count < 9; count++) await journal.backups.backUp('manual', place.clock)
  }
  expect(await unflushedFoldersOf(backUpOften)).toEqual([])
  close()
  const [backup] = listBackups(place.backups)
  const restore = (end: 'finish' | 'undo') => (): void => {
    const now = place.clock.now()
    const change = prepareRestore({ backup: backup!, path: place.path, now, keepsReplaced: () => false })
    void change.apply()
    change[end]()
  }
  expect(unflushedFolders(restore('finish'))).toEqual([])
  expect(unflushedFolders(restore('undo'))).toEqual([])
})

test('a folder below one that cannot have it is refused, with the folder that is missing', () => {
  const folder = folderWith('a')
  expect(() => makeFolder(join(folder, 'a', 'b'))).toThrow('EEXIST')
  expect(readdirSync(folder)).toEqual(['a'])
})

test('new folders are for this user only, and flushed', () => {
  const folder = folderWith()
  const path = join(folder, 'a', 'b')
  expect(unflushedFolders(() => makeFolder(path))).toEqual([])
  if (process.platform !== 'win32')
    for (const made of [join(folder, 'a'), path]) expect(statSync(made).mode & 0o777).toBe(0o700)
  expect(unflushedFolders(() => makeFolder(path))).toEqual([])
})

test.skipIf(process.platform !== 'linux')('a folder in /proc is refused', () => {
  const code = `import { makeFolder } from '${source('disk/flush.ts')}'
    try { makeFolder('/proc/a/b') } catch (error) { console.log(error.code) }`
  expect(runModule(code)).toBe('ENOENT\n')
})
