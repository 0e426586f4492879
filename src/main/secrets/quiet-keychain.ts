import type { Clock } from '../time/clock.ts'
import { KeychainError, type Keychain } from './keychain.ts'
import { keychainService } from './keytar-keychain.ts'

/** Whether an entry is, or may be, in a locked keyring; false also where no keyring service can say. Unlocks nothing. */
type AskLocked = (account: string) => Promise<boolean>

/**
 * For a command, which nobody may be there to unlock a keyring for: a locked one is an error at once. The library would open the
 * system's window for a password, and no program can end while it waits for that.
 */
export function quietKeychain(keychain: Keychain, isLocked: AskLocked): Keychain {
  return {
    ...keychain,
    async read(account) {
      if (await isLocked(account)) throw new KeychainError('locked')
      return keychain.read(account)
    },
  }
}

const timeoutMs = 3_000
const service = {
  destination: 'org.freedesktop.secrets',
  path: '/org/freedesktop/secrets',
  interface: 'org.freedesktop.Secret.Service',
} as const

/**
 * Asks the keyring service of Linux. Source: Secret Service API 0.2, SearchItems, which names unlocked and locked items and never
 * prompts. A service that does not show the items of a locked collection says at least that the collection is locked.
 */
export function askSecretService(clock: Clock): AskLocked {
  return async (account) => {
    try {
      const { Message, sessionBus } = await import('@jellybrick/dbus-next')
      const bus = sessionBus()
      const { failed, stop } = watchFailure(bus, clock)
      try {
        return await isLockedAway(account, async (head, signature, body) => {
          const message = new Message({ ...service, ...head, signature, body: [...body] })
          return (await Promise.race([bus.call(message), failed]))?.body ?? []
        })
      } finally {
        stop()
        bus.disconnect()
      }
    } catch {
      // The library detects the cause and reports it.
      return false
    }
  }
}

/** Rejects when the connection is lost, or when all replies together take too long. */
function watchFailure(connection: NodeJS.EventEmitter, clock: Clock) {
  let stop = (): void => undefined
  const failed = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject)
    stop = clock.after(timeoutMs, () => reject(new Error('The keyring service does not reply')))
  })
  // It may fail between two questions as well.
  failed.catch(() => undefined)
  return { failed, stop: () => stop() }
}

async function isLockedAway(account: string, call: BusCall): Promise<boolean> {
  const attributes = { service: keychainService, account }
  const [readable, locked] = await call({ member: 'SearchItems' }, 'a{ss}', [attributes])
  return !isFilled(readable) && (isFilled(locked) || (await hasLockedCollection(call)))
}

interface BusHead {
  readonly member: string
  readonly path?: string
  readonly interface?: string
}
type BusCall = (head: BusHead, signature: string, body: readonly unknown[]) => Promise<readonly unknown[]>

const properties = { interface: 'org.freedesktop.DBus.Properties', member: 'Get' } as const

async function hasLockedCollection(call: BusCall): Promise<boolean> {
  const paths = valueOf(await call(properties, 'ss', [service.interface, 'Collections']))
  for (const path of Array.isArray(paths) ? paths : []) {
    const reply = await call({ ...properties, path: String(path) }, 'ss', [collection, 'Locked'])
    if (valueOf(reply) === true) return true
  }
  return false
}

const collection = 'org.freedesktop.Secret.Collection'

/** What a variant holds. */
const valueOf = ([variant]: readonly unknown[]): unknown =>
  typeof variant === 'object' && variant !== null && 'value' in variant ? variant.value : undefined

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0
