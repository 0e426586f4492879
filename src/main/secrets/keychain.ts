import { randomUUID } from 'node:crypto'
import type { KeychainState } from '../../shared/model/connection.ts'

/** The operating system's store for secrets. `read` returning null does not prove that there is none: it may be locked. */
export interface Keychain {
  /** Throws KeychainError. */
  read(account: string): Promise<string | null>
  /** Throws KeychainError; after a timeout the secret may still be written. */
  write(account: string, secret: string): Promise<void>
  /** Throws KeychainError; removing an absent secret is not an error. */
  remove(account: string): Promise<void>
}

/** The kinds of keychain failure. */
export type KeychainTrouble = Exclude<KeychainState['kind'], 'ready' | 'unknown'>

/** A failure of the keychain, with a message for the user. Contains neither the secret nor the original error, which might contain it. */
export class KeychainError extends Error {
  override readonly name = 'KeychainError'
  readonly state: KeychainState
  constructor(kind: KeychainTrouble, detail = '') {
    const state = describeTrouble(kind, detail)
    super(`${state.message}. ${state.remedy}`)
    this.state = state
  }
}

const memoryInstead = 'or keep the secret in memory until Tidemark quits'

const words: Readonly<Record<KeychainTrouble, readonly [message: string, remedy: string]>> = {
  'no-library': [
    'The keychain library (libsecret) is not installed on this computer',
    `Install it (package libsecret-1-0 or libsecret) and start Tidemark again, ${memoryInstead}.`,
  ],
  'no-service': [
    'No keyring service (Secret Service) is running on this computer',
    `Install and start one, such as GNOME Keyring or KWallet, with a default keyring, ${memoryInstead}.`,
  ],
  locked: ['The keyring is locked', `Unlock it, then try again, ${memoryInstead}.`],
  empty: [
    'The keychain returns no secret for this connection: it is locked, or the secret was removed',
    'Unlock the keychain, then try again; or connect again in Settings → Connection.',
  ],
  'timed-out': [
    'The keychain did not respond in time',
    `Look for a system window that asks for a password, then try again, ${memoryInstead}.`,
  ],
  failed: ['The keychain reported an error', `Try again, ${memoryInstead}.`],
}

function describeTrouble(kind: KeychainTrouble, detail: string): KeychainState {
  const [message, remedy] = words[kind]
  return { kind, message: detail === '' ? message : `${message} (${detail})`, remedy }
}

/** The state of a keychain that returned the requested secret. */
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
