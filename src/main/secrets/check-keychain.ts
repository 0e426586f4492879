import { randomUUID } from 'node:crypto'
import type { KeychainState } from '../../shared/model/connection.ts'
import { KeychainError, type Keychain } from './keychain.ts'

/** The state of a keychain that returned what it was asked for. */
export const ready: KeychainState = { kind: 'ready', message: 'The keychain works', remedy: '' }

/**
 * Tests the keychain by writing, reading and removing a random value. Reading alone proves nothing: a locked keyring
 * returns "no such secret".
 */
export async function checkKeychain(keychain: Keychain): Promise<KeychainState> {
  const probe = `probe-${randomUUID()}`
  const value = randomUUID()
  try {
    await keychain.write(probe, value)
    const found = await keychain.read(probe)
    await keychain.remove(probe)
    if (found === value) return ready
    return new KeychainError(found === null ? 'locked' : 'failed').state
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error
    return error.state
  }
}
