import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { assertDataFiles } from '#main/sqlite/data-files.ts'
import { lockDataDirectory } from '#main/sqlite/lock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { runCli } from '../cli/run-cli.ts'
import { openStored } from '../cli/stored-profile.ts'
import { withReason } from '../reason.ts'

const names = [
  ...['lock', 'settings.json', 'open-profile.json', 'app-lock.json', 'erasures.json'],
  ...['profiles/p/cache.sqlite', 'profiles/p/journal.sqlite-wal', 'profiles/p/sealing.json', 'profiles/p/requests.log'],
]

test.each(names)('a folder or a pipe in place of %s is named before anything is opened', (name) => {
  for (const make of [mkdirSync, (path: string) => spawnSync('mkfifo', [path])]) {
    const dataDir = makeTemporaryDirectory()
    const path = join(dataDir, name)
    mkdirSync(dirname(path), { recursive: true })
    make(path)
    const refused = withReason('not-a-file', { path, found: make === mkdirSync ? 'folder' : 'device' })
    expect(() => assertDataFiles(dataDir)).toThrow(refused)
    expect(() => lockDataDirectory(dataDir)).toThrow(refused)
  }
})

test('a missing folder, links to files, and other programs beside ours are no obstacle', () => {
  const dataDir = makeTemporaryDirectory()
  assertDataFiles(join(dataDir, 'missing'))
  writeFileSync(join(dataDir, 'real'), '{}')
  symlinkSync(join(dataDir, 'real'), join(dataDir, 'settings.json'))
  symlinkSync(join(dataDir, 'nowhere'), join(dataDir, 'window.json'))
  for (const name of ['Local Storage', 'profiles/p/backups']) mkdirSync(join(dataDir, name), { recursive: true })
  spawnSync('mkfifo', [join(dataDir, 'SingletonSocket')])
  assertDataFiles(dataDir)
})

test('a command ends with one sentence, also when reading the settings would never return', async () => {
  const { dataDir } = await openStored()
  const path = join(dataDir, 'settings.json')
  spawnSync('mkfifo', [path])
  expect(await runCli(['accounts', '--data-dir', dataDir])).toEqual({
    ...{ code: 3, output: '' },
    errors: `tidemark: Tidemark cannot use ${path}: it is a pipe or a device, not a file.\n`,
  })
})
