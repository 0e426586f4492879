import type * as keytarModule from 'keytar'
import type { Clock } from '../clock.ts'
import { KeychainError, type Keychain, type KeychainTrouble } from './keychain.ts'

type Keytar = Pick<typeof keytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>

const service = 'Tidemark'
const timeoutMs = 5_000
const longestDetail = 160

/**
 * The keychain of the system through keytar, which is loaded at the first use: on Linux it needs libsecret.
 * Calls go one behind another, and one that hangs (a locked keyring that waits for a person) holds one thread, not all:
 * the calls behind it time out without having begun.
 */
export function createKeytarKeychain(clock: Clock, load: () => Promise<unknown> = () => import('keytar')): Keychain {
  let lastCall: Promise<unknown> = Promise.resolve()

  function call<T>(run: (keytar: Keytar) => Promise<T>, secret: string | null): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let isGivenUp = false
      const stopTimer = clock.after(timeoutMs, () => {
        isGivenUp = true
        reject(new KeychainError('timed-out'))
      })
      const work = lastCall.then(async () => {
        if (isGivenUp) return
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
    read: (account) => call((keytar) => keytar.getPassword(service, account), null),
    write: (account, secret) => call((keytar) => keytar.setPassword(service, account, secret), secret),
    async remove(account) {
      await call((keytar) => keytar.deletePassword(service, account), null)
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
  // A CommonJS module: its functions may come by name or only behind `default`.
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

// Words of libsecret, GLib and the keychains of macOS and Windows, met in the wild.
const signs: readonly (readonly [RegExp, KeychainTrouble])[] = [
  [/locked|dismiss|prompt|cancell?ed|user interaction is not allowed|authorization/i, 'locked'],
  [
    /org\.freedesktop\.secrets|\.service files|autolaunch|d-?bus|serviceunknown|could not connect|connection is closed|unsupported transport|object does not exist|\/org\/freedesktop\/secrets/i,
    'no-service',
  ],
  [/libsecret|shared object|dlopen|native addon/i, 'no-library'],
]

function translate(error: unknown, secret: string | null): KeychainError {
  if (error instanceof KeychainError) return error
  const said = error instanceof Error ? error.message : ''
  const kind = signs.find(([sign]) => sign.test(said))?.[1] ?? 'failed'
  // What it said helps only where we do not know the trouble, and only when it was told no secret.
  return new KeychainError(kind, kind === 'failed' && secret === null ? said.slice(0, longestDetail) : '')
}
