import type { ConnectionState, KeychainState, Profile } from '../../shared/model/connection.ts'
import type { DesktopState } from '../../shared/model/desktop.ts'
import type { BudgetReading } from '../../shared/model/usage.ts'
import type { SessionDetails } from '../../shared/model/session.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { Cache } from '../cache/cache.ts'
import type { CacheThreads } from '../cache/cache-threads.ts'
import type { Clock } from '../clock.ts'
import type { Exports } from '../export/exports.ts'
import type { HostFiles } from './host-files.ts'
import type { Journal } from '../journal/journal.ts'
import type { Reports } from '../reports/reports.ts'
import type { Cancels } from '../orders/cancels.ts'
import type { Attention } from '../sync/attention.ts'
import type { InstrumentFollower } from '../sync/instrument/follower.ts'
import type { Scheduler } from '../sync/scheduler.ts'
import type { DeviceSettings } from '../device-settings.ts'
import type { EventBus } from './events.ts'

/** The profile that is open, as the handlers see it. */
export interface OpenProfile {
  readonly profile: Profile
  readonly cache: Cache
  /** What of the cache's work is too long for the main thread. */
  readonly threads: CacheThreads
  readonly exports: Exports
  readonly reports: Reports
  readonly alerts: Alerts
  readonly journal: Journal
  readonly cancels: Pick<Cancels, 'prepare' | 'confirm'>
  readonly attention: Attention
  /** What windows show of single instruments, and how the reading of its parts stands. */
  readonly instruments: InstrumentFollower
  readonly scheduler: Scheduler
  /** What the service refused of an instrument, in words, by symbol. */
  readonly problems: ReadonlyMap<string, string>
  budget(): BudgetReading
  /** When the first of these prices is asked for next, UTC ms; `null` where none is planned. */
  forecastQuotes(symbols: readonly string[]): number | null
  connectionState(): ConnectionState
  /** With `forMs` it goes on by itself after that time. */
  setPaused(paused: boolean, forMs: number | undefined): void
}

/** What the handlers ask of the monitor. Each call reads the profile that is open at that moment. */
export interface HandlerContext {
  readonly clock: Clock
  readonly events: EventBus
  readonly app: { readonly version: string; readonly host: 'desktop' | 'web'; readonly dataDir: string }
  /** What only a desktop can do with a file; `null` in the web host. */
  readonly files: HostFiles | null
  /** How the desktop treats the app; `null` in the web host. */
  readonly desktop: (() => Promise<DesktopState>) | null
  readonly deviceSettings: DeviceSettings
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
