import { afterAll, beforeAll, expect, test } from 'vitest'
import { convert } from '#main/sealing/conversion.ts'
import { keyIdOf, newDataKey } from '#main/sealing/data-key.ts'
import { entryOf } from '#main/sealing/key-store.ts'
import { holdKey } from '#main/sqlite/keys.ts'
import { hashFiles } from '../files.ts'
import { runCli } from '../run-cli.ts'
import { openStored } from '../stored-profile.ts'
import { canRunKeyring, startKeyring, type Keyring } from './keyring.ts'

let keyring: Keyring
beforeAll(async () => {
  if (canRunKeyring) keyring = await startKeyring()
}, 60_000)
afterAll(() => keyring?.stop())

/** A sealed profile whose key is in the keyring of the test, under the name that the app gives it. */
async function makeSealed() {
  const stored = await openStored()
  await stored.close()
  const key = newDataKey()
  convert(stored.directory, { from: null, to: key })
  holdKey(stored.directory, null)
  const entry = entryOf(stored.id, keyIdOf(key))
  keyring.put(entry, Buffer.from(key).toString('base64'))
  return { ...stored, entry }
}

const refusalOf = (reason: string): string =>
  `tidemark: The data is sealed, and the keychain does not give its key. ${reason}. Unlock the keychain, then try again.\n`

const runWithKeyring = (dataDir: string, ...command: readonly string[]) =>
  runCli([...command, '--data-dir', dataDir], { env: keyring.env })

const withKeyring = test.skipIf(!canRunKeyring)

withKeyring(
  'a key that was removed from an unlocked keyring does not count as a locked keyring',
  async () => {
    const { dataDir, entry } = await makeSealed()
    keyring.put(entry, null)
    const { code, errors } = await runWithKeyring(dataDir, 'accounts')
    expect([code, errors]).toEqual([5, refusalOf('The keychain returns no key: it is locked, or the key was removed')])
  },
  180_000,
)

// This is the last test, because the keyring remains locked.
withKeyring(
  'while the keyring is locked, sealed data is refused in one line, without a window, and other data is read',
  async () => {
    const { dataDir } = await makeSealed()
    const plain = await openStored()
    await plain.close()
    expect(await runWithKeyring(dataDir, 'accounts', '--format', 'json')).toMatchObject({ code: 0, errors: '' })
    await keyring.lock()
    const before = hashFiles(dataDir)
    expect(await runWithKeyring(dataDir, 'accounts')).toEqual({
      code: 5,
      output: '',
      errors: refusalOf('The keyring is locked'),
    })
    expect([keyring.windows(), hashFiles(dataDir)]).toEqual([0, before])
    const journal = await runWithKeyring(plain.dataDir, 'export', 'ledger')
    expect(journal).toEqual({ code: 0, errors: '', output: expect.stringContaining('SBER') })
  },
  180_000,
)
