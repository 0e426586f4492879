import type * as keytarModule from 'keytar'
import type { Clock } from '../time/clock.ts'
import { KeychainError, type Keychain, type KeychainTrouble } from './keychain.ts'

type Keytar = Pick<typeof keytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>

/** Under which all entries are stored. */
export const keychainService = 'Tidemark'
const timeoutMs = 5_000
const maxDetailLength = 160

/**
 * The system's keychain through keytar, which is loaded on first use: on Linux it needs libsecret. Calls run one after
 * another, so a call that hangs (a locked keyring waiting for a password) blocks one thread, not all: the calls after it
 * time out without being started.
 */
export function createKeytarKeychain(clock: Clock, load: () => Promise<unknown> = () => import('keytar')): Keychain {
  let lastCall: Promise<unknown> = Promise.resolve()

  function call<T>(run: (keytar: Keytar) => Promise<T>, secret: string | null): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let hasTimedOut = false
      const stopTimer = clock.after(timeoutMs, () => {
        hasTimedOut = true
        reject(new KeychainError('timed-out'))
      })
      const work = lastCall.then(async () => {
        if (hasTimedOut) return
        try {
          resolve(await run(await loadKeytar(load)))
        } catch (error) {
          reject(translate(error, secret))
        } finally {
          stopTimer()
        }
      })
      lastCall = work
    })
  }

  return {
    read: (account) => call((keytar) => keytar.getPassword(keychainService, account), null),
    write: (account, secret) => call((keytar) => keytar.setPassword(keychainService, account, secret), secret),
    async remove(account) {
      await call((keytar) => keytar.deletePassword(keychainService, account), null)
    },
  }
}

async function loadKeytar(load: () => Promise<unknown>): Promise<Keytar> {
  let module: unknown
  try {
    module = await load()
  } catch {
    throw new KeychainError('no-library')
  }
  // A CommonJS module: its functions are named exports or only on `default`.
  const keytar = [module, readDefault(module)].find(isKeytar)
  if (keytar === undefined) throw new KeychainError('no-library')
  return keytar
}

const readDefault = (module: unknown): unknown =>
  typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined

const isKeytar = (value: unknown): value is Keytar =>
  typeof value === 'object' &&
  value !== null &&
  ['getPassword', 'setPassword', 'deletePassword'].every((name) => typeof Reflect.get(value, name) === 'function')

// Error messages of libsecret, GLib and the keychains of macOS and Windows, as seen in practice.
const messagePatterns: readonly (readonly [RegExp, KeychainTrouble])[] = [
  [/locked|dismiss|prompt|cancell?ed|user interaction is not allowed|authorization/i, 'locked'],
  [
    /org\.freedesktop\.secrets|\.service files|autolaunch|d-?bus|serviceunknown|could not connect|connection is closed|unsupported transport|object does not exist|\/org\/freedesktop\/secrets/i,
    'no-service',
  ],
  [/libsecret|shared object|dlopen|native addon/i, 'no-library'],
]

function translate(error: unknown, secret: string | null): KeychainError {
  if (error instanceof KeychainError) return error
  const message = error instanceof Error ? error.message : ''
  const kind = messagePatterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'failed'
  // The original message helps only for unknown failures, and is safe only if the call had no secret.
  return new KeychainError(kind, kind === 'failed' && secret === null ? message.slice(0, maxDetailLength) : '')
}
