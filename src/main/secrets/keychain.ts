import type { KeychainState } from '../../shared/model/connection.ts'

/** Where the operating system keeps secrets. `read` answering null does not prove that there is none: see `checkKeychain`. */
export interface Keychain {
  /** Throws KeychainError. */
  read(account: string): Promise<string | null>
  /** Throws KeychainError; after a time-out it may still happen. */
  write(account: string, secret: string): Promise<void>
  /** Throws KeychainError; removing what is not there does no harm. */
  remove(account: string): Promise<void>
}

/** What kept the keychain from its work, other than `ready`. */
export type KeychainTrouble = Exclude<KeychainState['kind'], 'ready'>

/** The keychain did not do as asked. Carries words for a person; never a secret, nor the error behind it, which might hold one. */
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
    'The library that speaks to the keychain (libsecret) is missing on this computer',
    `Install it (package libsecret-1-0 or libsecret) and start Tidemark again, ${memoryInstead}.`,
  ],
  'no-service': [
    'No Secret Service runs on this computer',
    `Install and start one, such as GNOME Keyring or KWallet, with a default keyring, ${memoryInstead}.`,
  ],
  locked: ['The keyring is locked', `Unlock it, then try again, ${memoryInstead}.`],
  'timed-out': [
    'The keychain did not answer in time',
    `Look for a window of the system that asks for a password, then try again, ${memoryInstead}.`,
  ],
  failed: ['The keychain refused', `Try again, ${memoryInstead}.`],
}

function describeTrouble(kind: KeychainTrouble, detail: string): KeychainState {
  const [message, remedy] = words[kind]
  return { kind, message: detail === '' ? message : `${message} (${detail})`, remedy }
}
