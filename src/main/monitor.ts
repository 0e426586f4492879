import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../shared/errors.ts'
import type { DesktopState } from '../shared/model/desktop.ts'
import type { KeychainState, Profile } from '../shared/model/connection.ts'
import { parseBaseUrl } from './broker/base-url.ts'
import { createBroker } from './broker/client.ts'
import type { Clock } from './clock.ts'
import type { DemoSize } from './demo/data/plans.ts'
import { startDemoThread, type DemoThread } from './demo-thread.ts'
import { openDeviceSettings } from './device-settings.ts'
import type { HandlerContext } from './ipc/context.ts'
import { createDispatcher, type Dispatch } from './ipc/dispatch.ts'
import { EventBus } from './ipc/events.ts'
import { createHandlers } from './ipc/handlers.ts'
import type { HostFiles } from './ipc/host-files.ts'
import { openProfile, type RunningProfile } from './open-profile.ts'
import { createProfileBudget, type ProfileBudget } from './profile-budget.ts'
import { createProfiles, demoProfileOf, profileOf } from './profiles.ts'
import { checkKeychain } from './secrets/check-keychain.ts'
import { KeychainError, type Keychain } from './secrets/keychain.ts'
import { createSecretStore } from './secrets/secret-store.ts'
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
  const { dataDir, clock, keychain } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataDirectory(dataDir)
  const events = new EventBus()
  const demoSize = options.demoSize ?? 'typical'
  const demoProfile = demoProfileOf(demoSize)
  const profiles = createProfiles(dataDir, demoProfile)
  const secrets = createSecretStore(keychain)
  const deviceSettings = openDeviceSettings(join(dataDir, 'settings.json'))
  const power = { isSaving: false }
  const budgets = new Map<string, ProfileBudget>()
  let demo: Promise<DemoThread> | null = null
  let keychainState: KeychainState | null = null

  const budgetOf = ({ id }: Profile): ProfileBudget => {
    const budget = budgets.get(id) ?? createProfileBudget(clock, options.logFault)
    budgets.set(id, budget)
    return budget
  }

  /** The demo starts beside all else. Where it cannot, each request to it says so. */
  function startDemo(): Promise<DemoThread> {
    if (demo === null) {
      demo = startDemoThread(demoSize)
      demo.catch((error: unknown) => {
        demo = null // The next one to open it tries again.
        options.logFault('the demo', error)
      })
    }
    return demo
  }

  async function open(profile: Profile): Promise<RunningProfile> {
    const directory = profiles.directory(profile)
    const source = profile.baseUrl === null ? startDemo() : null
    const demoUrl = source?.then(({ baseUrl }) => parseBaseUrl(baseUrl))
    demoUrl?.catch(() => undefined) // Told of where it began; who asks meets it.
    const isNew = !existsSync(join(directory, 'journal.sqlite'))
    const opened = openProfile({
      profile,
      directory,
      exportDir: join(dataDir, 'exports'),
      reportDir: join(directory, 'reports'),
      baseUrl: demoUrl ?? parseBaseUrl(profile.baseUrl ?? ''),
      readSecret: async () => (source === null ? readSecret(profile) : (await source).secret),
      secretKeptIn: () => (source ? 'demo' : secrets.keptIn(profile.id)),
      budget: budgetOf(profile),
      events,
      clock,
      power,
      logFault: options.logFault,
      // Only a first start waits for the demo: what it suggests is its first watchlist.
      firstWatchlist: isNew ? ((await source)?.suggestedSymbols ?? []) : [],
    })
    profiles.rememberOpen(profile)
    deviceSettings.adopt(opened.journal.settings.all())
    return opened
  }

  /** A keychain that cannot be read is trouble, not a missing secret: the login is not lost. */
  async function readSecret({ id }: Profile): Promise<string | null> {
    try {
      return await secrets.read(id)
    } catch (cause) {
      throw asAppError(cause)
    }
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

  async function testConnection(baseUrl: string, secret: string): Promise<{ profile: Profile; session: Session }> {
    const url = parseBaseUrl(baseUrl)
    const profile = profileOf(url)
    const { budget } = budgetOf(profile)
    const broker = createBroker({ baseUrl: url, readSecret: () => Promise.resolve(secret), budget, clock })
    try {
      return { profile, session: await broker.renewSession({ purpose: 'person' }) }
    } finally {
      await broker.close()
    }
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
    testConnection: async (baseUrl, secret) => (await testConnection(baseUrl, secret)).session,
    async connect(baseUrl, secret, keepIn) {
      const { profile } = await testConnection(baseUrl, secret)
      await inTurn(async () => {
        if (keepIn === 'memory') secrets.keepForThisRun(profile.id, secret)
        else await secrets.keep(profile.id, secret).catch(rethrow)
        if (current.profile.id === profile.id) await current.restart()
        else await switchTo(profile)
      })
    },
    signOut: () =>
      inTurn(async () => {
        const { profile } = current
        if (profile.kind === 'demo') throw new AppError('invalid', 'The demo has nothing to sign out of')
        // First: where the secret cannot be removed, nothing must look signed out.
        await secrets.forget(profile.id).catch(rethrow)
        current.signOut()
      }),
    async checkKeychain({ anew }) {
      keychainState = anew || keychainState === null ? await checkKeychain(keychain) : keychainState
      return keychainState
    },
  }

  let current: RunningProfile
  try {
    current = await open(firstProfile())
  } catch (error) {
    lock.release()
    throw error
  }

  function firstProfile(): Profile {
    const { connection } = options
    if (connection !== undefined) {
      const profile = profileOf(parseBaseUrl(connection.baseUrl))
      if (connection.secret !== null) secrets.keepForThisRun(profile.id, connection.secret)
      return profile
    }
    return options.demoSize === undefined ? (profiles.lastOpen() ?? demoProfile) : demoProfile
  }

  return {
    dispatch: createDispatcher(createHandlers(context), options.logFault),
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
      await demo?.then((thread) => thread.close()).catch(() => undefined)
      lock.release()
    },
  }
}

type Session = Awaited<ReturnType<ReturnType<typeof createBroker>['renewSession']>>

const asAppError = (cause: unknown): unknown =>
  cause instanceof KeychainError
    ? new AppError('no-keychain', `${cause.state.message}. ${cause.state.remedy}`, { cause })
    : cause

const rethrow = (cause: unknown): never => {
  throw asAppError(cause)
}
