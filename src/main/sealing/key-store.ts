import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { KeychainError, type Keychain } from '../secrets/keychain.ts'
import { checkKeychain } from '../secrets/keychain.ts'
import type { DataKey } from '../sqlite/keys.ts'
import { keyBytes, keyIdOf } from './data-key.ts'

/**
 * The result of reading a key from the keychain. A locked keychain returns the same as an empty one; only a test by writing
 * distinguishes them.
 */
export type KeyReading =
  | { readonly kind: 'found'; readonly key: DataKey }
  | { readonly kind: 'lost' }
  | { readonly kind: 'unknown'; readonly message: string }

/** The name of a key in the keychain. The secret of the connection is stored under the id of the profile alone. */
export const entryOf = (profileId: string, keyId: string): string => `data-key ${profileId} ${keyId}`

/**
 * Reads a key; never throws. `asksAgain`: if the keychain returns nothing, tests it by writing, which may make the system ask
 * for a password.
 */
export async function readKey(
  keychain: Keychain,
  profileId: string,
  keyId: string,
  { asksAgain }: { readonly asksAgain: boolean },
): Promise<KeyReading> {
  try {
    const key = parse(await keychain.read(entryOf(profileId, keyId)))
    // Another key has this name: the keyring was replaced.
    if (key !== null) return keyIdOf(key) === keyId ? { kind: 'found', key } : { kind: 'lost' }
    if (!asksAgain) return { kind: 'unknown', message: m.sealing_the_keychain_returns_no_key() }
    const state = await checkKeychain(keychain)
    return state.kind === 'ready' ? { kind: 'lost' } : { kind: 'unknown', message: state.message }
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error
    return { kind: 'unknown', message: error.state.message }
  }
}

/** Stores a key and reads it back. Throws `no-keychain` if that fails: then it does not count as stored. */
export async function keepKey(keychain: Keychain, profileId: string, key: DataKey): Promise<void> {
  const entry = entryOf(profileId, keyIdOf(key))
  const text = Buffer.from(key).toString('base64')
  try {
    await keychain.write(entry, text)
    if ((await keychain.read(entry)) !== text) throw new KeychainError('locked')
  } catch (cause) {
    if (!(cause instanceof KeychainError)) throw cause
    throw new AppError('no-keychain', m.sealing_the_key_is_kept_only_in_a_keychain({ message: cause.state.message }), {
      cause,
    })
  }
}

/** Removes a key that no file needs. If the keychain refuses, the unused key remains stored. */
export async function forgetKey(keychain: Keychain, profileId: string, keyId: string): Promise<void> {
  try {
    await removeEntry(keychain, entryOf(profileId, keyId))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Removes the entry of a key. Throws `no-keychain` when it may still be stored. */
export async function removeEntry(keychain: Keychain, entry: string): Promise<void> {
  try {
    await keychain.remove(entry)
    if ((await keychain.read(entry)) !== null) throw new KeychainError('failed', m.sealing_the_key_is_still_stored())
  } catch (cause) {
    if (!(cause instanceof KeychainError)) throw cause
    throw new AppError('no-keychain', m.sealing_the_key_may_still_be_stored({ message: cause.state.message }), {
      cause,
    })
  }
}

function parse(stored: string | null): DataKey | null {
  if (stored === null) return null
  const key = new Uint8Array(Buffer.from(stored, 'base64'))
  return key.length === keyBytes ? key : new Uint8Array(keyBytes)
}
