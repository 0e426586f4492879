import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { KeychainState, Profile, SessionDetails } from '#shared/model/app/connection.ts'
import { parseBaseUrl } from '../broker/base-url.ts'
import { createBroker } from '../broker/client.ts'
import type { Network } from '../broker/network/connections.ts'
import { makeFolder, removeFlushed } from '../disk/flush.ts'
import { replaceFile } from '../disk/replace-file.ts'
import { KeychainError, type Keychain, checkKeychain, ready, unused } from '../secrets/keychain.ts'
import { createSecretStore, type SecretMarks } from '../secrets/secret-store.ts'
import type { Clock } from '../time/clock.ts'
import type { ServiceAccess } from './opening/open-connection.ts'
import { profileOf } from './profile-registry.ts'
import type { ProfileBudget } from './requests/request-budget.ts'

interface SignInOptions {
  readonly keychain: Keychain
  readonly marks: SecretMarks
  readonly clock: Clock
  readonly network: Network
  readonly budgetOf: (profile: Profile) => ProfileBudget
}

/** Manages the secrets of services. Problems of the keychain are thrown as `no-keychain`. */
export interface SignIn {
  /** Opens a session with a secret without storing it. Throws what the broker throws. */
  test(baseUrl: string, secret: string): Promise<{ readonly profile: Profile; readonly session: SessionDetails }>
  keep(profile: Profile, secret: string, keepIn: 'keychain' | 'memory'): Promise<void>
  forget(profile: Profile): Promise<void>
  access(profile: Profile): ServiceAccess
  /** The last known state. With `isForced` it is tested by writing: the system may ask for a password. */
  checkKeychain(how: { readonly isForced: boolean }): Promise<KeychainState>
}

/** Stores the secrets of services in this keychain, or in memory only. */
export function createSignIn({ keychain, marks, clock, network, budgetOf }: SignInOptions): SignIn {
  const secrets = createSecretStore(keychain, marks)
  let keychainState: KeychainState = unused

  async function readSecret(profileId: string): Promise<string | null> {
    try {
      const secret = await secrets.read(profileId)
      if (secrets.placeOf(profileId) === 'keychain') keychainState = ready
      return secret
    } catch (error) {
      if (error instanceof KeychainError) keychainState = error.state
      return rethrow(error)
    }
  }

  return {
    async test(baseUrl, secret) {
      const url = parseBaseUrl(baseUrl)
      const profile = profileOf(url)
      const { budget } = budgetOf(profile)
      const readSecret = (): Promise<string> => Promise.resolve(secret)
      const broker = createBroker({ baseUrl: url, readSecret, budget, clock, network })
      try {
        return { profile, session: await broker.renewSession({ purpose: 'user' }) }
      } finally {
        await broker.close()
      }
    },
    async keep({ id }, secret, keepIn) {
      if (keepIn === 'memory') secrets.keepForThisRun(id, secret)
      else await secrets.keep(id, secret).catch(rethrow)
    },
    forget: ({ id }) => secrets.forget(id).catch(rethrow),
    access: ({ id, baseUrl }) => ({
      baseUrl: parseBaseUrl(baseUrl ?? ''),
      // A keychain that cannot be read is an error, not a missing secret: the profile stays signed in.
      readSecret: () => readSecret(id),
      secretPlace: () => secrets.placeOf(id),
    }),
    async checkKeychain({ isForced }) {
      if (isForced) keychainState = await checkKeychain(keychain)
      return keychainState
    },
  }
}

function rethrow(cause: unknown): never {
  if (!(cause instanceof KeychainError)) throw cause
  throw new AppError('no-keychain', `${cause.state.message}. ${cause.state.remedy}`, { cause })
}

/** The file that marks a profile without a secret. */
export const secretMark = 'no-secret'

/** Records in the folder of each profile whether the user removed its secret. */
export function createSecretMarks(dataDir: string): SecretMarks {
  const folderOf = (profileId: string): string => join(dataDir, 'profiles', profileId)
  const pathOf = (profileId: string): string => join(folderOf(profileId), secretMark)
  return {
    isNone: (profileId) => existsSync(pathOf(profileId)),
    note(profileId, isNone) {
      try {
        if (!isNone) return removeFlushed([pathOf(profileId)])
        makeFolder(folderOf(profileId))
        replaceFile(pathOf(profileId), '')
      } catch {
        // On a full disk the mark is missing. The next start then cannot distinguish a removed secret from a locked keyring,
        // and says so.
      }
    },
  }
}
