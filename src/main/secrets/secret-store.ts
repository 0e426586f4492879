import { checkKeychain } from './check-keychain.ts'
import { KeychainError, type Keychain } from './keychain.ts'

/** Where a profile's secret is, as far as this run knows. */
type SecretPlace = 'keychain' | 'memory' | 'nowhere'

/** Keeps the secrets of profiles in the keychain, or with a person's leave in memory, and nowhere else. */
interface SecretStore {
  /** Into the keychain, read back to be sure. Throws KeychainError: then take it as not kept. */
  keep(profileId: string, secret: string): Promise<void>
  /** In memory until the process ends: only after the person agreed. */
  keepForThisRun(profileId: string, secret: string): void
  /** Null means that there surely is none; a keychain that cannot tell throws KeychainError. */
  read(profileId: string): Promise<string | null>
  /** From both places, and sees to it that it is gone. Throws KeychainError when it may still be there. */
  forget(profileId: string): Promise<void>
  /** `nowhere` until it was kept or read in this run. */
  keptIn(profileId: string): SecretPlace
}

/** Secrets live in closed variables: no printing of the store shows them. */
export function createSecretStore(keychain: Keychain): SecretStore {
  const inMemory = new Map<string, string>()
  const inKeychain = new Set<string>()

  async function assertReady(): Promise<void> {
    const { kind } = await checkKeychain(keychain)
    if (kind !== 'ready') throw new KeychainError(kind)
  }

  async function removeFromKeychain(profileId: string): Promise<void> {
    await keychain.remove(profileId)
    if ((await keychain.read(profileId)) !== null) throw new KeychainError('failed', 'the secret is still there')
    // A locked keyring too says that there is nothing: only a working one proves it.
    await assertReady()
  }

  return {
    async keep(profileId, secret) {
      await keychain.write(profileId, secret)
      const found = await keychain.read(profileId)
      if (found !== secret) throw new KeychainError(found === null ? 'locked' : 'failed')
      inKeychain.add(profileId)
      inMemory.delete(profileId)
    },
    keepForThisRun(profileId, secret) {
      inMemory.set(profileId, secret)
    },
    async read(profileId) {
      const remembered = inMemory.get(profileId)
      if (remembered !== undefined) return remembered
      const found = await keychain.read(profileId)
      if (found === null) {
        await assertReady()
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
        // Where there is no keychain and never was one in this run, there is nothing to be left behind.
        if (!isAbsent || inKeychain.has(profileId)) throw error
      }
      inKeychain.delete(profileId)
    },
    keptIn: (profileId) => (inMemory.has(profileId) ? 'memory' : inKeychain.has(profileId) ? 'keychain' : 'nowhere'),
  }
}
