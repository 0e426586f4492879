import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { lockFilePath } from '#main/lock/lock-file.ts'
import { chownTree } from '../../../fakes/disk/chown-tree.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { runInProcess } from '../run-in-process.ts'
import { openStored } from '../stored-profile.ts'
import { canChangeUser, nobody, programs, runIn } from './run-in.ts'

vi.setConfig({ testTimeout: 120_000 })

const sentence = (text: string) => expect.stringMatching(new RegExp(`^tidemark: [^\\n]*${text}[^\\n]*\\n$`))
/** Without an entry in the database of users, Node finds no home folder and no name. */
const asUnknownUser = test.skipIf(!canChangeUser)

asUnknownUser('a user without a home folder needs --data-dir, and one sentence says so', async () => {
  const version = await runIn(programs.cli, ['--version'], { user: nobody })
  expect(version).toMatchObject({ code: 0, errors: '' })
  const without = await runIn(programs.cli, ['accounts'], { user: nobody })
  expect(without).toEqual({ code: 3, output: '', errors: sentence('--data-dir') })
  expect(await runIn(programs.cli, ['accounts'], { user: nobody, env: { HOME: '' } })).toEqual(without)
})

asUnknownUser('with --data-dir a user without a name reads data, and a mirror asks for the name', async () => {
  const { dataDir, close } = await openStored()
  await close()
  chownTree(dataDir, nobody.uid)
  const accounts = await runIn(programs.cli, ['accounts', '--data-dir', dataDir], { user: nobody })
  expect(accounts).toMatchObject({ code: 0, errors: '', output: expect.stringContaining('1900001') })
  const mirror = await runIn(programs.cli, ['mirror', '--to', 'postgresql://127.0.0.1:9/a', '--data-dir', dataDir], {
    user: nobody,
  })
  expect(mirror).toEqual({ code: 2, output: '', errors: sentence('postgresql://USER@') })
})

asUnknownUser('a data folder that this user may not read is not called locked', async () => {
  const { dataDir, close } = await openStored()
  await close()
  const refused = await runIn(programs.cli, ['accounts', '--data-dir', dataDir], { user: nobody })
  expect(refused).toEqual({ code: 3, output: '', errors: sentence(dataDir) })
  expect(refused.errors).not.toContain('locked')
})

test('a data folder that cannot be read is not called locked', async () => {
  const loop = join(makeTemporaryDirectory(), 'loop')
  symlinkSync(loop, loop)
  const { code, errors } = await runInProcess(['accounts', '--data-dir', loop])
  expect([code, errors]).toEqual([3, sentence(loop)])
  expect(errors).not.toContain('locked')
})

test('a damaged lock file still means that the app is locked', async () => {
  const dataDir = makeTemporaryDirectory()
  writeFileSync(lockFilePath(dataDir), 'half a fi')
  expect((await runInProcess(['accounts', '--data-dir', dataDir])).code).toBe(4)
})

test('where nobody reads standard output, programs end without an error', async () => {
  const version = await runIn(programs.cli, ['--version'], { isUnread: true })
  expect(version).toEqual({ code: 0, output: '', errors: '' })
  expect(await runIn(programs.contract, [], { isUnread: true })).toEqual({ code: 0, output: '', errors: '' })
})

test('the app says in one sentence that Electron runs as Node', async () => {
  const ended = await runIn(programs.app, [], { env: { ELECTRON_RUN_AS_NODE: '1' } })
  expect(ended).toEqual({ code: 2, output: '', errors: sentence('ELECTRON_RUN_AS_NODE') })
})
