import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runCommandLine, type Environment } from '#main/cli/run.ts'
import { convert } from '#main/sealing/conversion.ts'
import { keyIdOf, newDataKey } from '#main/sealing/data-key.ts'
import { writeDescriptor } from '#main/sealing/descriptor.ts'
import { keepKey } from '#main/sealing/key-store.ts'
import { unlockForReading } from '#main/sealing/unlock-for-reading.ts'
import { holdKey } from '#main/sqlite/keys.ts'
import { systemClock } from '#main/time/clock.ts'
import { FakeKeychain } from '../../../fakes/keychain.ts'
import { hashFiles } from '../files.ts'
import { runCli } from '../run-cli.ts'
import { openStored } from '../stored-profile.ts'

let sealed = ''
afterEach(() => holdKey(sealed, null))

/** The data of a closed, sealed profile, and a keychain with its key. */
async function makeSealed() {
  const stored = await openStored()
  await stored.client.call('reconciliation.read', { accountId: null })
  await stored.close()
  const key = newDataKey()
  convert(stored.directory, { from: null, to: key })
  sealed = stored.directory
  const keychain = new FakeKeychain()
  await keepKey(keychain, stored.id, key)
  return { ...stored, key, keychain }
}

/** Runs a command in this process, with this keychain. */
async function run(args: readonly string[], keychain: FakeKeychain) {
  let [output, errors] = ['', '']
  const environment: Environment = {
    ...{ version: '0', clock: systemClock, defaultDataDir: '/nowhere' },
    unlock: (place) => unlockForReading(() => Promise.resolve(keychain), place),
    languages: [],
    checkService: () => Promise.reject(new Error('No command here asks the service')),
    style: { hasColour: false, width: null },
    write: async (text) => void (output += text),
    writeError: (text) => void (errors += text),
    logFault: (where, error) => expect([where, error]).toBeNull(),
  }
  const code = await runCommandLine(args, environment)
  return { code, output, errors }
}

test('sealed data is read with the key of the keychain, also by the ledger thread, and nothing is written', async () => {
  const { dataDir, keychain } = await makeSealed()
  const before = hashFiles(dataDir)
  const accounts = await run(['accounts', '--format', 'json', '--data-dir', dataDir], keychain)
  expect([accounts.code, accounts.errors]).toEqual([0, ''])
  expect(JSON.parse(accounts.output)).toMatchObject([{ equity: '1000' }])
  const reconciled = await run(['reconcile', '--format', 'json', '--data-dir', dataDir], keychain)
  expect([reconciled.code, reconciled.errors]).toEqual([0, ''])
  const after = hashFiles(dataDir)
  for (const [path, hash] of before) expect([path, after.get(path)]).toEqual([path, hash])
  expect(keychain.accounts).toHaveLength(1)
})

test('a keychain without the key has its own exit code, and the data is not changed', async () => {
  const { dataDir, keychain } = await makeSealed()
  const before = hashFiles(dataDir)
  keychain.trouble = 'locked'
  const locked = await run(['accounts', '--data-dir', dataDir], keychain)
  expect([locked.code, locked.output]).toEqual([5, ''])
  expect(locked.errors).toMatch('The keyring is locked. Unlock the keychain')
  const exchanged = await run(['accounts', '--data-dir', dataDir], new FakeKeychain())
  expect([exchanged.code, exchanged.errors]).toEqual([5, expect.stringContaining('locked, or the key was removed')])
  expect(hashFiles(dataDir)).toEqual(before)
})

test('a separate process uses the keychain of the system and shows its error', async () => {
  const { dataDir } = await makeSealed()
  const ended = await runCli(['accounts', '--data-dir', dataDir], {
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  })
  expect([ended.code, ended.output]).toEqual([5, ''])
  expect(ended.errors).toMatch(/^tidemark: The data is sealed, and the keychain does not give its key/)
})

test('nothing is read while the app converts the files', async () => {
  const { dataDir, directory, key, keychain } = await makeSealed()
  writeDescriptor(directory, { keyId: keyIdOf(key), change: { to: null, stage: 'copying' } })
  const during = await run(['accounts', '--data-dir', dataDir], keychain)
  expect([during.code, during.errors]).toEqual([3, expect.stringContaining('being sealed or opened')])
})

test('no error and no file contains the key', async () => {
  const { dataDir, directory, key, keychain } = await makeSealed()
  renameSync(join(directory, 'cache.sqlite'), join(directory, 'moved.sqlite'))
  const failed = await run(['accounts', '--data-dir', dataDir], keychain)
  expect(failed.code).not.toBe(0)
  const hex = Buffer.from(key).toString('hex')
  expect(failed.errors + readFileSync(join(directory, 'sealing.json'), 'utf8')).not.toMatch(hex)
})
