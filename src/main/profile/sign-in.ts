import { AppError } from '../../shared/errors.ts'
import type { KeychainState, Profile } from '../../shared/model/connection.ts'
import type { SessionDetails } from '../../shared/model/session.ts'
import { parseBaseUrl } from '../broker/base-url.ts'
import { createBroker } from '../broker/client.ts'
import type { Clock } from '../time/clock.ts'
import type { ServiceAccess } from './profile-parts.ts'
import type { ProfileBudget } from './request-budget.ts'
import { profileOf } from './profile-registry.ts'
import { checkKeychain } from '../secrets/check-keychain.ts'
import { KeychainError, type Keychain } from '../secrets/keychain.ts'
import { createSecretStore } from '../secrets/secret-store.ts'

interface SignInOptions {
  readonly keychain: Keychain
  readonly clock: Clock
  readonly budgetOf: (profile: Profile) => ProfileBudget
}

/** The secrets of services. Problems of the keychain are thrown as `no-keychain`. */
export interface SignIn {
  /** Opens a session with a secret that is not kept. Throws what the broker throws. */
  test(baseUrl: string, secret: string): Promise<{ readonly profile: Profile; readonly session: SessionDetails }>
  keep(profile: Profile, secret: string, keepIn: 'keychain' | 'memory'): Promise<void>
  forget(profile: Profile): Promise<void>
  access(profile: Profile): ServiceAccess
  /** Returns the known state. With `isForced` it checks again: the system may ask for a password. */
  checkKeychain(how: { readonly isForced: boolean }): Promise<KeychainState>
}

/** Keeps the secrets of services in this keychain, or in memory only. */
export function createSignIn({ keychain, clock, budgetOf }: SignInOptions): SignIn {
  const secrets = createSecretStore(keychain)
  let keychainState: KeychainState | null = null
  return {
    async test(baseUrl, secret) {
      const url = parseBaseUrl(baseUrl)
      const profile = profileOf(url)
      const { budget } = budgetOf(profile)
      const broker = createBroker({ baseUrl: url, readSecret: () => Promise.resolve(secret), budget, clock })
      try {
        return { profile, session: await broker.renewSession({ purpose: 'person' }) }
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
      readSecret: () => secrets.read(id).catch(rethrow),
      secretKeptIn: () => secrets.keptIn(id),
    }),
    async checkKeychain({ isForced }) {
      keychainState = isForced || keychainState === null ? await checkKeychain(keychain) : keychainState
      return keychainState
    },
  }
}

function rethrow(cause: unknown): never {
  if (!(cause instanceof KeychainError)) throw cause
  throw new AppError('no-keychain', `${cause.state.message}. ${cause.state.remedy}`, { cause })
}
