import type { ConnectionState, KeychainState, Profile } from '../../shared/model/connection.ts'
import type { BudgetSnapshot } from '../../shared/model/usage.ts'
import type { SessionDetails } from '../../shared/model/session.ts'
import type { Cache } from '../cache/cache.ts'
import type { CacheThreads } from '../cache/cache-threads.ts'
import type { Clock } from '../clock.ts'
import type { Exports } from '../export/exports.ts'
import type { Journal } from '../journal/journal.ts'
import type { Attention } from '../sync/attention.ts'
import type { Scheduler } from '../sync/scheduler.ts'
import type { EventBus } from './events.ts'

/** The profile that is open, as the handlers see it. */
export interface OpenProfile {
  readonly profile: Profile
  readonly cache: Cache
  /** What of the cache's work is too long for the main thread. */
  readonly threads: CacheThreads
  readonly exports: Exports
  readonly journal: Journal
  readonly attention: Attention
  readonly scheduler: Scheduler
  /** What the service refused of an instrument, in words, by symbol. */
  readonly problems: ReadonlyMap<string, string>
  budget(): BudgetSnapshot
  /** When the first of these prices is asked for next, UTC ms; `null` where none is planned. */
  forecastQuotes(symbols: readonly string[]): number | null
  connectionState(): ConnectionState
  setPaused(paused: boolean): void
}

/** What the handlers ask of the monitor. Each call reads the profile that is open at that moment. */
export interface HandlerContext {
  readonly clock: Clock
  readonly events: EventBus
  readonly app: { readonly version: string; readonly host: 'desktop' | 'web'; readonly dataDir: string }
  current(): OpenProfile
  listProfiles(): readonly Profile[]
  openProfile(id: string): Promise<void>
  /** Asks the service with a secret that is not kept. Throws what the broker throws. */
  testConnection(baseUrl: string, secret: string): Promise<SessionDetails>
  /** Tests, keeps the secret, opens the profile. A failure changes nothing. */
  connect(baseUrl: string, secret: string, keepIn: 'keychain' | 'memory'): Promise<void>
  signOut(): Promise<void>
  /** A check writes and reads, and may make the system ask for a password: `anew` only where a secret is to be kept. */
  checkKeychain(how: { readonly anew: boolean }): Promise<KeychainState>
}
