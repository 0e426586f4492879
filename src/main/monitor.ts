import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../shared/errors.ts'
import type { DesktopState } from '../shared/model/desktop.ts'
import type { Profile } from '../shared/model/connection.ts'
import { parseBaseUrl } from './broker/base-url.ts'
import type { Clock } from './clock.ts'
import type { DemoSize } from './demo/data/plans.ts'
import { createDemo } from './demo-thread.ts'
import { openDeviceSettings } from './device-settings.ts'
import type { HandlerContext } from './ipc/context.ts'
import { createDispatcher, type Dispatch } from './ipc/dispatch.ts'
import { EventBus } from './ipc/events.ts'
import { createHandlers } from './ipc/handlers.ts'
import type { HostFiles } from './ipc/host-files.ts'
import { openProfile, type RunningProfile } from './open-profile.ts'
import { createProfileBudgets } from './profile-budget.ts'
import { createProfiles, demoProfileOf, profileOf } from './profiles.ts'
import type { Keychain } from './secrets/keychain.ts'
import { createSignIn } from './sign-in.ts'
import { lockDataDirectory } from './sqlite/lock.ts'

export interface MonitorOptions {
  readonly dataDir: string
  readonly host: 'desktop' | 'web'
  readonly version: string
  readonly keychain: Keychain
  readonly clock: Clock
  /** What only a desktop can do with a file. */
  readonly files?: HostFiles
  /** How the desktop treats the app. */
  readonly desktop?: () => Promise<DesktopState>
  readonly logFault: (where: string, error: unknown) => void
  /** Opens the demo in this size, whatever was open last. */
  readonly demoSize?: DemoSize
  /** Opens this service; a secret given here is kept in memory alone. */
  readonly connection?: { readonly baseUrl: string; readonly secret: string | null }
}

/** All of Tidemark but its host: what a window asks goes to `dispatch`, what changes comes from `events`. */
export interface Monitor {
  readonly dispatch: Dispatch
  readonly events: EventBus
  /** Where a report's file lies, for the host that serves it. Throws `not-found`. */
  reportPath(id: string): string
  /** Whether a cancel of an order is under way: the app should not end by itself. */
  isCancelling(): boolean
  /** The computer goes to sleep, and wakes. */
  sleep(): void
  wake(): void
  /** The computer runs on battery, or no longer. */
  savePower(isSaving: boolean): void
  close(): Promise<void>
}

/** Opens the data directory and the profile of last time, or the demo. Throws where the data is in use or cannot be opened. */
export async function startMonitor(options: MonitorOptions): Promise<Monitor> {
  const { dataDir, clock, logFault } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataDirectory(dataDir)
  const events = new EventBus()
  const demoSize = options.demoSize ?? 'typical'
  const demo = createDemo(demoSize, logFault)
  const demoProfile = demoProfileOf(demoSize)
  const profiles = createProfiles(dataDir, demoProfile)
  const budgetOf = createProfileBudgets(clock, logFault)
  const signIn = createSignIn({ keychain: options.keychain, clock, budgetOf })
  const deviceSettings = openDeviceSettings(join(dataDir, 'settings.json'))
  const power = { isSaving: false }

  async function open(profile: Profile): Promise<RunningProfile> {
    const directory = profiles.directory(profile)
    const isDemo = profile.baseUrl === null
    const access = isDemo ? demo.access() : signIn.access(profile)
    const isNew = !existsSync(join(directory, 'journal.sqlite'))
    const opened = openProfile({
      ...{ ...access, profile, directory, events, clock, power, logFault },
      exportDir: join(dataDir, 'exports'),
      reportDir: join(directory, 'reports'),
      budget: budgetOf(profile),
      // Only a first start waits for the demo: what it suggests is its first watchlist.
      firstWatchlist: isDemo && isNew ? await demo.suggestSymbols() : [],
    })
    profiles.rememberOpen(profile)
    deviceSettings.adopt(opened.journal.settings.all())
    return opened
  }

  /** One change of profile or secret at a time: two would open the same data twice. */
  let lastTurn: Promise<unknown> = Promise.resolve()
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(run)
    lastTurn = turn.catch(() => undefined)
    return turn
  }

  async function switchTo(profile: Profile): Promise<void> {
    const before = current
    if (before.profile.id === profile.id) return
    current = await open(profile)
    events.publish('profile.changed')
    await before.close()
  }

  const context: HandlerContext = {
    clock,
    events,
    app: { version: options.version, host: options.host, dataDir },
    files: options.files ?? null,
    desktop: options.desktop ?? null,
    deviceSettings,
    current: () => current,
    listProfiles: () => profiles.list(),
    async openProfile(id) {
      const profile = profiles.get(id)
      if (profile === null) throw new AppError('not-found', 'There is no such profile')
      await inTurn(() => switchTo(profile))
    },
    testConnection: async (baseUrl, secret) => (await signIn.test(baseUrl, secret)).session,
    async connect(baseUrl, secret, keepIn) {
      const { profile } = await signIn.test(baseUrl, secret)
      await inTurn(async () => {
        await signIn.keep(profile, secret, keepIn)
        if (current.profile.id === profile.id) await current.restart()
        else await switchTo(profile)
      })
    },
    signOut: () =>
      inTurn(async () => {
        const { profile } = current
        if (profile.kind === 'demo') throw new AppError('invalid', 'The demo has nothing to sign out of')
        // First: where the secret cannot be removed, nothing must look signed out.
        await signIn.forget(profile)
        current.signOut()
      }),
    checkKeychain: (how) => signIn.checkKeychain(how),
  }

  let current: RunningProfile
  try {
    current = await open(await firstProfile())
  } catch (error) {
    lock.release()
    throw error
  }

  async function firstProfile(): Promise<Profile> {
    const { connection } = options
    if (connection !== undefined) {
      const profile = profileOf(parseBaseUrl(connection.baseUrl))
      if (connection.secret !== null) await signIn.keep(profile, connection.secret, 'memory')
      return profile
    }
    return options.demoSize === undefined ? (profiles.lastOpen() ?? demoProfile) : demoProfile
  }

  return {
    dispatch: createDispatcher(createHandlers(context), logFault),
    events,
    reportPath: (id) => current.reports.filePath(id),
    isCancelling: () => current.journal.cancels.listOpen().length > 0,
    sleep: () => current.sleep(),
    wake: () => current.wake(),
    savePower(isSaving) {
      if (power.isSaving === isSaving) return
      power.isSaving = isSaving
      current.notePower()
    },
    async close() {
      await current.close()
      await demo.close()
      lock.release()
    },
  }
}
