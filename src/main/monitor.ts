import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../shared/errors.ts'
import type { DesktopState } from '../shared/model/desktop.ts'
import type { Profile } from '../shared/model/connection.ts'
import { parseBaseUrl } from './broker/base-url.ts'
import type { Network } from './broker/network/connections.ts'
import type { Clock } from './time/clock.ts'
import type { DemoSize } from './demo/data/account-plans.ts'
import { createDemo } from './profile/demo-service.ts'
import { openDeviceSettings } from './host/device-settings.ts'
import type { HandlerContext } from './ipc/context.ts'
import { createDispatcher, type Dispatch } from './ipc/dispatch.ts'
import { EventBus } from './ipc/events.ts'
import { createHandlers } from './ipc/handlers/all-handlers.ts'
import type { HostFiles } from './ipc/host-files.ts'
import { ActiveProfile } from './profile/active-profile.ts'
import { openProfile, type RunningProfile } from './profile/open-profile.ts'
import { createProfileBudgets } from './profile/request-budget.ts'
import { ProfileFiles } from './profile/profile-files.ts'
import { createProfiles, demoProfileOf, profileOf, type Profiles } from './profile/profile-registry.ts'
import type { Keychain } from './secrets/keychain.ts'
import { createSecretMarks } from './profile/secret-marks.ts'
import { createSignIn, type SignIn } from './profile/sign-in.ts'
import { lockDataDirectory } from './sqlite/lock.ts'

export interface MonitorOptions {
  readonly dataDir: string
  readonly host: 'desktop' | 'web'
  readonly version: string
  readonly keychain: Keychain
  readonly clock: Clock
  /** What only the desktop host can do with a file. */
  readonly files?: HostFiles
  /** Reads the state of the desktop integration: tray, autostart, notices. */
  readonly desktop?: () => Promise<DesktopState>
  readonly restartToUpdate?: () => void
  /** The proxies of the system for an address; only the desktop host knows them. */
  readonly resolveProxy?: Network['resolveProxy']
  readonly logFault: (where: string, error: unknown) => void
  /** Opens the demo in this size, whatever profile was open last. */
  readonly demoSize?: DemoSize
  /** Opens this service; a secret given here is kept in memory only. */
  readonly connection?: { readonly baseUrl: string; readonly secret: string | null }
}

/** Tidemark without its host: requests of windows go to `dispatch`, changes come from `events`. */
export interface Monitor {
  readonly dispatch: Dispatch
  readonly events: EventBus
  /** The path of a report's file, for the host that serves it. Throws `not-found`. */
  reportPath(id: string): string
  /** Whether the cancel of an order is in progress: then the app should not quit by itself. */
  isCancelling(): boolean
  /** The computer goes to sleep. */
  sleep(): void
  /** The computer woke. */
  wake(): void
  /** The screen was unlocked, and with it perhaps the keyring. */
  noteUnlock(): void
  /** The computer changed to battery (`true`) or back. */
  savePower(isSaving: boolean): void
  close(): Promise<void>
}

/**
 * Opens the data directory and the profile that was open last, or the demo. Throws when another process uses the data, or
 * when it cannot be opened.
 */
export async function startMonitor(options: MonitorOptions): Promise<Monitor> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataDirectory(options.dataDir)
  try {
    return await startLocked(options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startLocked(options: MonitorOptions, lock: ReturnType<typeof lockDataDirectory>): Promise<Monitor> {
  const { dataDir, clock, logFault } = options
  const events = new EventBus()
  const demoSize = options.demoSize ?? 'typical'
  const demo = createDemo(demoSize, logFault)
  const profiles = createProfiles(dataDir, demoProfileOf(demoSize))
  const budgetOf = createProfileBudgets(clock, logFault)
  const deviceSettings = openDeviceSettings(join(dataDir, 'settings.json'))
  const network: Network = {
    usesSystem: () => deviceSettings.all()['usesSystemNetwork'] !== false,
    resolveProxy: options.resolveProxy,
  }
  const marks = createSecretMarks(dataDir)
  const signIn = createSignIn({ keychain: options.keychain, marks, clock, network, budgetOf })
  const power = { isSaving: false }

  async function open(profile: Profile): Promise<RunningProfile> {
    const directory = profiles.directory(profile)
    const isDemo = profile.baseUrl === null
    const isNew = !existsSync(join(directory, 'journal.sqlite'))
    const opened = openProfile({
      ...(isDemo ? demo.access() : signIn.access(profile)),
      ...{ profile, directory, events, clock, power, network, logFault, budget: budgetOf(profile) },
      exportDir: join(dataDir, 'exports'),
      reportDir: join(directory, 'reports'),
      // Only the first start waits for the demo: its suggestion is the first watchlist.
      firstWatchlist: isDemo && isNew ? await demo.suggestSymbols() : [],
    })
    profiles.rememberOpen(profile)
    deviceSettings.adopt(opened.journal.settings.all())
    return opened
  }

  const first = await open(await chooseFirstProfile(options, profiles, signIn))
  const active = new ActiveProfile({ first, open, signIn, events })
  const profileFiles = new ProfileFiles({
    clock,
    current: () => active.current,
    reopen: (change) => active.reopen(change),
    openDemo: () => active.openInPlace(demoProfileOf(demoSize)),
    find: (id) => profiles.get(id),
    directory: (profile) => profiles.directory(profile),
    forgetSecret: (profile) => signIn.forget(profile),
  })
  const context: HandlerContext = {
    ...{ clock, events, deviceSettings },
    app: { version: options.version, host: options.host, dataDir },
    files: options.files ?? null,
    desktop: options.desktop ?? null,
    restartToUpdate: options.restartToUpdate ?? null,
    profileFiles: {
      restore: (id) => active.afterOthers(() => profileFiles.restore(id)),
      deleteCache: () => active.afterOthers(() => profileFiles.deleteCache()),
      deleteProfile: (id, name) => active.afterOthers(() => profileFiles.deleteProfile(id, name)),
    },
    current() {
      if (!active.isClosed) return active.current
      throw new AppError('unavailable', 'The profile is closed while its files are changed. Try again soon.')
    },
    listProfiles: () => profiles.list(),
    openProfile: (profile) => active.switchTo(profile),
    testConnection: async (baseUrl, secret) => (await signIn.test(baseUrl, secret)).session,
    connect: (...connection) => active.connect(...connection),
    signOut: () => active.signOut(),
    checkKeychain: (how) => signIn.checkKeychain(how),
  }

  return {
    dispatch: createDispatcher(createHandlers(context), logFault),
    events,
    reportPath: (id) => active.current.reports.filePath(id),
    isCancelling: () => !active.isClosed && active.current.journal.cancels.listOpen().length > 0,
    sleep: () => active.current.sleep(),
    wake: () => active.current.wake(),
    noteUnlock: () => active.current.noteUnlock(),
    savePower(isSaving) {
      if (power.isSaving === isSaving) return
      power.isSaving = isSaving
      active.current.notePower()
    },
    async close() {
      await active.afterOthers(() => active.current.close())
      await demo.close()
      lock.release()
    },
  }
}

/** The profile of the command line, else the one that was open last, else the demo. */
async function chooseFirstProfile(options: MonitorOptions, profiles: Profiles, signIn: SignIn): Promise<Profile> {
  const { connection, demoSize } = options
  if (connection !== undefined) {
    const profile = profileOf(parseBaseUrl(connection.baseUrl))
    if (connection.secret !== null) await signIn.keep(profile, connection.secret, 'memory')
    return profile
  }
  const last = demoSize === undefined ? profiles.lastOpen() : null
  return last ?? demoProfileOf(demoSize ?? 'typical')
}
