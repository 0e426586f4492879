import { m } from '#shared/messages/messages.js'
import { KeychainError, type Keychain, checkKeychain } from './keychain.ts'

/** Where a profile's secret is stored, as far as this run knows. */
type SecretPlace = 'keychain' | 'memory' | 'nowhere'

/** Notes about secrets that are not in the keychain. They remain after the app ends. */
export interface SecretMarks {
  /** Whether the secret of this profile was removed, or was only ever in memory. */
  isNone(profileId: string): boolean
  note(profileId: string, isNone: boolean): void
}

/** Stores the secrets of profiles in the keychain or, if the user agrees, in memory, and nowhere else. */
interface SecretStore {
  /** Stores it in the keychain and reads it back. Throws KeychainError: the secret then counts as not stored. */
  keep(profileId: string, secret: string): Promise<void>
  /** Stores it in memory until the process ends. Call only after the user agreed. */
  keepForThisRun(profileId: string, secret: string): void
  /**
   * Reads, and never writes: the keychain may ask for a password at each write. Null means that there is certainly none. Throws
   * KeychainError when the keychain cannot say; a locked one returns nothing, as an empty one does.
   */
  read(profileId: string): Promise<string | null>
  /** Removes it from both places and verifies that. Throws KeychainError when it may still be stored. */
  forget(profileId: string): Promise<void>
  /** `nowhere` until it was stored or read in this run. */
  placeOf(profileId: string): SecretPlace
}

/** Secrets are held in closure variables, so that logging the store never shows them. */
export function createSecretStore(keychain: Keychain, marks: SecretMarks): SecretStore {
  const inMemory = new Map<string, string>()
  const inKeychain = new Set<string>()

  async function assertReady(): Promise<void> {
    const { kind } = await checkKeychain(keychain)
    if (kind !== 'ready' && kind !== 'unknown') throw new KeychainError(kind)
  }

  async function removeFromKeychain(profileId: string): Promise<void> {
    await keychain.remove(profileId)
    if ((await keychain.read(profileId)) !== null)
      throw new KeychainError('failed', m.errors_the_secret_is_still_stored())
    // A locked keyring also returns nothing: only a working one proves that there is no secret.
    await assertReady()
  }

  return {
    async keep(profileId, secret) {
      await keychain.write(profileId, secret)
      const found = await keychain.read(profileId)
      if (found !== secret) throw new KeychainError(found === null ? 'locked' : 'failed')
      inKeychain.add(profileId)
      inMemory.delete(profileId)
      marks.note(profileId, false)
    },
    keepForThisRun(profileId, secret) {
      inMemory.set(profileId, secret)
      marks.note(profileId, true)
    },
    async read(profileId) {
      const secret = inMemory.get(profileId)
      if (secret !== undefined) return secret
      const found = await keychain.read(profileId)
      if (found === null) {
        if (!marks.isNone(profileId)) throw new KeychainError('empty')
        inKeychain.delete(profileId)
      } else inKeychain.add(profileId)
      return found
    },
    async forget(profileId) {
      inMemory.delete(profileId)
      try {
        await removeFromKeychain(profileId)
      } catch (error) {
        const isAbsent = error instanceof KeychainError && ['no-library', 'no-service'].includes(error.state.kind)
        // Without a keychain, now and earlier in this run, no secret can remain.
        if (!isAbsent || inKeychain.has(profileId)) throw error
      }
      inKeychain.delete(profileId)
      marks.note(profileId, true)
    },
    placeOf: (profileId) => (inMemory.has(profileId) ? 'memory' : inKeychain.has(profileId) ? 'keychain' : 'nowhere'),
  }
}
