import { randomUUID } from 'node:crypto'
import { m } from '#shared/messages/messages.js'
import type { KeychainState } from '#shared/model/app/connection.ts'
import { texts } from '#shared/texts.ts'

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

const words: Readonly<Record<KeychainTrouble, readonly [message: string, remedy: string]>> = texts({
  'no-library': [m.errors_the_keychain_library_libsecret_is_not_installed, m.errors_install_libsecret],
  'no-service': [m.errors_no_keyring_service_secret_service_is_running, m.errors_install_and_start_one_such_as_gnome],
  locked: [m.errors_the_keyring_is_locked, m.errors_unlock_it_then_try_again_or_keep],
  empty: [m.errors_keychain_returns_nothing, m.errors_unlock_keychain],
  'timed-out': [m.errors_the_keychain_did_not_respond_in_time, m.errors_look_for_a_system_window_that_asks],
  failed: [m.errors_the_keychain_reported_an_error, m.errors_keep_in_memory],
})

function describeTrouble(kind: KeychainTrouble, detail: string): KeychainState {
  const [message, remedy] = words[kind]
  return { kind, message: detail === '' ? message : `${message} (${detail})`, remedy }
}

/** The state before the first use. */
export const unused: KeychainState = texts({
  kind: 'unknown',
  message: m.errors_the_keychain_has_not_been_used_yet,
  remedy: '',
})

/** The state of a keychain that returned the requested secret. */
export const ready: KeychainState = texts({ kind: 'ready', message: m.errors_the_keychain_works, remedy: '' })

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
