import { m } from '#shared/messages/messages.js'
import type { Keychain } from '../secrets/keychain.ts'
import { StorageError } from '../sqlite/errors.ts'
import { heldKey, holdKey } from '../sqlite/keys.ts'
import { keyIdOf } from './data-key.ts'
import { readDescriptor, unknownKey } from './descriptor.ts'
import { readKey } from './key-store.ts'
import { SealedDataError } from './sealed-data-error.ts'
import type { SealablePlace } from './sealed-keys.ts'

/**
 * Keeps the key of a profile in memory, for a command line program. Writes nothing, neither files nor the keychain. Throws
 * SealedDataError when the keychain returns no key, StorageError while the app converts the files.
 */
export async function unlockForReading(
  openKeychain: () => Promise<Keychain>,
  { profileId, directory }: SealablePlace,
): Promise<void> {
  const { keyId, change } = readDescriptor(directory)
  if (change !== null) throw new StorageError(m.errors_the_data_is_being_sealed_or_opened())
  if (keyId === null) return holdKey(directory, null)
  const held = heldKey(directory)
  if (held !== null && keyIdOf(held) === keyId) return
  if (keyId === unknownKey) throw new SealedDataError('lost')
  const reading = await readKey(await openKeychain(), profileId, keyId, { asksAgain: false })
  if (reading.kind !== 'found')
    throw new SealedDataError(reading.kind, reading.kind === 'unknown' ? reading.message : '')
  holdKey(directory, reading.key)
}
