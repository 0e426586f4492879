import type { ConnectionState, KeychainState, Profile, SessionDetails } from '#shared/model/app/connection.ts'
import type { BackupInspection } from '#shared/model/app/data.ts'
import type { ErasureReport } from '#shared/model/app/erasure.ts'
import type { SetAsideFolder, RecoveryOffer, SealingState } from '#shared/model/app/sealing.ts'
import type { ServiceCheck } from '#shared/model/app/service.ts'
import type { DesktopState } from '#shared/model/app/system.ts'
import type { BudgetReading, Purpose } from '#shared/model/app/usage.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { Cache } from '../cache/cache.ts'
import type { CacheThreads } from '../cache/threads/cache-threads.ts'
import type { Computers } from '../computers/computers.ts'
import type { Exports } from '../export/exports.ts'
import type { DeviceSettings } from '../host/device-settings.ts'
import type { Journal } from '../journal/journal.ts'
import type { KindKeeper } from '../kinds/kind-keeper.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { AppLock } from '../lock/app-lock.ts'
import type { MirrorJob } from '../mirror/mirror-job.ts'
import type { Cancels } from '../orders/cancels.ts'
import type { Reports } from '../reports/reports.ts'
import type { DataKey } from '../sqlite/keys.ts'
import type { InstrumentFollower } from '../sync/instrument/instrument-follower.ts'
import type { Attention } from '../sync/interest/attention.ts'
import type { Scheduler } from '../sync/scheduler/scheduler.ts'
import type { Clock } from '../time/clock.ts'
import type { EventBus, DataNotices } from './events.ts'

/** The file functions of the desktop host. Each throws an AppError with a message for the user. */
export interface HostFiles {
  /** Opens it in the default program of the system. */
  open(path: string): Promise<void>
  showInFolder(path: string): void
  /** Asks where to save a file with this name; `null` when the user cancels. */
  choosePath(name: string): Promise<string | null>
}

/** The open profile in the form that handlers use. */
export interface OpenProfile {
  readonly profile: Profile
  /** The paths of its directory and databases, and of the folder of exports. */
  readonly paths: Readonly<Record<'directory' | 'journal' | 'cache' | 'exports', string>>
  readonly cache: Cache
  /** Work on the cache that takes too long for the main thread. */
  readonly threads: CacheThreads
  readonly exports: Exports
  readonly mirror: Pick<MirrorJob, 'state' | 'set' | 'runNow'>
  readonly reports: Reports
  readonly alerts: Alerts
  readonly journal: Journal
  /** The results of replaying the transactions. */
  readonly ledger: Pick<
    Ledger,
    | ('choices' | 'reconcile' | 'listLots' | 'listQuantities' | 'readPast' | 'readState')
    | ('readDayRows' | 'readPastDays' | 'listIncome' | 'summarizeIncome' | 'listCharges' | 'readCharges')
  > & { readonly performance: Pick<Ledger['performance'], 'read' | 'table' | 'explain' | 'realized' | 'benchmark'> }
  /** The kinds of transactions, and the user's choices. */
  readonly kinds: Pick<KindKeeper, 'choose' | 'chosenFor' | 'groups' | 'settled'>
  readonly cancels: Pick<Cancels, 'prepare' | 'confirm'>
  /** The folder that the user's computers share. */
  readonly computers: Pick<Computers, 'read' | 'offer' | 'create' | 'join' | 'leave' | 'check' | 'choose'>
  readonly attention: Attention
  /** The instruments that windows show, and the state of their parts. */
  readonly instruments: InstrumentFollower
  readonly scheduler: Scheduler
  /** The reason for which the service refused an instrument, by symbol. */
  readonly problems: ReadonlyMap<string, string>
  budget(): BudgetReading
  /** The time of the next planned request for one of these quotes, UTC ms; `null` when none is planned. */
  forecastQuotes(symbols: readonly string[]): number | null
  connectionState(): ConnectionState
  /** Asks each endpoint of the service that changes nothing. Throws `invalid` while syncing is off. */
  checkService(purpose: Purpose): Promise<ServiceCheck>
  /** Starts or ends a pause. With `forMs` it ends by itself after that time. */
  setPaused(paused: boolean, forMs: number | undefined): void
}

/** The parts of the monitor that handlers use. `current` returns the profile that is open at the moment of the call. */
export interface HandlerContext {
  readonly clock: Clock
  readonly events: EventBus
  readonly app: { readonly version: string; readonly host: 'desktop' | 'web'; readonly dataDir: string }
  /** The file functions of the desktop host; `null` in the web host. */
  readonly files: HostFiles | null
  /** Reads the state of the desktop integration; `null` in the web host. */
  readonly desktop: (() => Promise<DesktopState>) | null
  /** Restarts the app with a new version. Throws AppError `invalid` when none is ready; `null` in the web host. */
  readonly restartToUpdate: (() => void) | null
  readonly deviceSettings: DeviceSettings
  readonly dataNotices: DataNotices
  /** Logs the fault of a part that cannot be read while the rest of the result is sent. */
  readonly logFault: (where: string, error: unknown) => void
  /** Each call closes the open profile, and then opens it or the demo. */
  readonly profileFiles: {
    restore(backupId: string, key?: DataKey): Promise<void>
    deleteCache(): Promise<void>
    deleteProfile(id: string, name: string): Promise<ErasureReport>
    deleteAll(): Promise<readonly ErasureReport[]>
  }
  /** Sealed data. Each call closes the open profile, and then opens it or the demo. */
  readonly sealing: {
    read(): SealingState
    offer(): RecoveryOffer
    seal(code: string): Promise<void>
    open(): Promise<void>
    recover(profileId: string, code: string): Promise<void>
    startOver(profileId: string, name: string): Promise<void>
    progress(): number | null
  }
  /** The journals that the open profile set aside; `bringBack` closes and opens the profile. */
  readonly setAsideJournals: {
    list(): SetAsideFolder[]
    inspect(id: string, code: string): Promise<BackupInspection>
    bringBack(id: string, code: string): Promise<void>
  }
  /** The reports of deletions. */
  readonly erasures: { readonly reports: ErasureReport[]; retry(): Promise<ErasureReport[]>; dismiss(): void }
  readonly lock: Pick<AppLock, 'state' | 'isLocked' | 'lock' | 'noteActivity' | 'change'> &
    Pick<AppLock, 'unlock' | 'unlockWithSystem' | 'unlockWithSecret' | 'allowSystem' | 'setPin' | 'removePin'>
  /** Throws `unavailable` while the profile is closed for a change of its files. */
  current(): OpenProfile
  listProfiles(): readonly Profile[]
  openProfile(profile: Profile): Promise<void>
  /** Opens a session with a secret without storing it. Throws what the broker throws. */
  testConnection(baseUrl: string, secret: string): Promise<SessionDetails>
  /** Tests and stores the secret, and opens the profile. A failure changes nothing. */
  connect(baseUrl: string, secret: string, keepIn: 'keychain' | 'memory'): Promise<void>
  signOut(): Promise<void>
  /** The last known state. With `isForced` it is tested by writing and reading: the system may ask for a password. */
  checkKeychain(how: { readonly isForced: boolean }): Promise<KeychainState>
}
