import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { migrations } from '#main/journal/migrations.ts'
import { profileOf } from '#main/profile/profile-registry.ts'
import { newDataKey } from '#main/sealing/data-key.ts'
import { holdKey } from '#main/sqlite/keys.ts'
import { lockDataDirectory } from '#main/sqlite/lock.ts'
import { openDatabase } from '#main/sqlite/open.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { canChangeUser, nobody, programs, runIn } from '../cli/process/run-in.ts'

vi.setConfig({ testTimeout: 120_000 })

const start = (dataDir: string, ...args: readonly string[]) =>
  runIn(programs.web, ['--no-open', '--data-dir', dataDir, ...args], {
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  })
const sentence = (text: string) => expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`))

test('a data folder that cannot be created is named in one sentence', async () => {
  const file = join(makeTemporaryDirectory(), 'file')
  writeFileSync(file, '')
  for (const place of [file, join(file, 'folder')])
    expect(await start(place)).toEqual({ code: 3, output: '', errors: sentence(file) })
})

test('a data folder that is a link to nothing, or to itself, is named as that', async () => {
  const folder = makeTemporaryDirectory()
  for (const [name, target, reason] of [
    ['dangling', 'nowhere', 'it is a link to a place that does not exist'],
    ['circle', 'circle', 'its links lead in a circle'],
  ] as const) {
    symlinkSync(join(folder, target), join(folder, name))
    const place = join(folder, name)
    expect(await start(place)).toEqual({ code: 3, output: '', errors: `Tidemark cannot use ${place}: ${reason}.\n` })
  }
})

test('data that another process uses has the exit code of data that cannot be read', async () => {
  const dataDir = makeTemporaryDirectory()
  const lock = lockDataDirectory(dataDir)
  expect(await start(dataDir)).toEqual({ code: 3, output: '', errors: sentence('already running') })
  lock.release()
})

test('a wrong argument has the exit code of a wrong command line', async () => {
  expect(await start(makeTemporaryDirectory(), '--port', 'x')).toMatchObject({ code: 2, errors: sentence('--port') })
})

test('sealed data whose key is lost ends a start with --base-url in one sentence, with the exit code of sealed data', async () => {
  const dataDir = makeTemporaryDirectory()
  const baseUrl = 'http://127.0.0.1:9'
  const directory = join(dataDir, 'profiles', profileOf(new URL(baseUrl)).id)
  mkdirSync(directory, { recursive: true })
  holdKey(directory, newDataKey())
  openDatabase(join(directory, 'journal.sqlite'), migrations, { synchronous: 'FULL' }).close()
  holdKey(directory, null)
  const ended = await start(dataDir, '--base-url', baseUrl)
  expect(ended).toEqual({ code: 5, output: '', errors: sentence('recovery code') })
  expect(ended.errors).not.toMatch(/locked|running/)
})

test.skipIf(!canChangeUser)('a user without a home folder is told to name the data folder', async () => {
  expect(await runIn(programs.web, ['--no-open'], { user: nobody })).toEqual({
    ...{ code: 3, output: '' },
    errors: sentence('--data-dir'),
  })
})
