import type { DesktopState } from '#shared/model/app/system.ts'
import type { HostFiles } from '../api/context.ts'
import { createDispatcher, type Dispatch } from '../api/dispatch.ts'
import type { EventBus } from '../api/events.ts'
import { createHandlers } from '../api/handlers/all-handlers.ts'
import { assertOpen, guardDispatch, guardEvents, guardFiles } from '../api/lock-guard.ts'
import type { AppLock } from '../lock/app-lock.ts'
import type { SystemAuthentication } from '../lock/system-unlock.ts'
import { ActiveProfile } from '../profile/active-profile.ts'
import { ProfileFiles } from '../profile/profile-files.ts'
import { chooseFirstProfile, ProfileOpener } from '../profile/profile-opener.ts'
import { ProfileSealing } from '../profile/profile-sealing.ts'
import { SetAsideJournals } from '../profile/set-aside-journals.ts'
import { lockDataDirectory } from '../sqlite/lock.ts'
import { makeHandlerContext } from './handler-context.ts'
import { buildLockParts } from './lock-parts.ts'
import { buildSharedParts, type SharedOptions } from './shared-parts.ts'

export interface MonitorOptions extends SharedOptions {
  readonly host: 'desktop' | 'web'
  readonly version: string
  /** What only the desktop host can do with a file. */
  readonly files?: HostFiles
  /** Reads the state of the desktop integration: tray, autostart, notices. */
  readonly desktop?: () => Promise<DesktopState>
  readonly restartToUpdate?: () => void
  readonly systemAuthentication?: SystemAuthentication
  /** Removes what the windows of this host keep themselves. */
  readonly forgetPages?: () => Promise<void>
  /** Opens this service; a secret given here is kept in memory only. */
  readonly connection?: { readonly baseUrl: string; readonly secret: string | null }
}

/**
 * Tidemark without its host: requests of windows go to `dispatch`, changes come from `events`. While the app is locked, neither
 * lets anything out.
 */
export interface Monitor {
  readonly dispatch: Dispatch
  readonly events: Pick<EventBus, 'listen'>
  readonly lock: Pick<AppLock, 'isLocked' | 'hasPin' | 'lock'>
  /** The same without the lock, for the host itself: what it reads there must not be shown while the app is locked. */
  readonly own: { readonly dispatch: Dispatch; readonly events: EventBus }
  /** The path of a report's file, for the host that serves it. Throws `not-found`, or `locked`. */
  reportPath(id: string): string
  /** The path of a finished export, for the host that serves it. Throws `not-found`, or `locked`. */
  exportPath(id: string): string
  /** Whether the cancel of an order is in progress: then the app should not quit by itself. */
  isCancelling(): boolean
  /** The computer goes to sleep. */
  sleep(): void
  /** The computer woke. */
  wake(): void
  /** The screen was unlocked, and with it perhaps the keyring. */
  noteUnlock(): void
  /** The screen was locked. */
  noteScreenLock(): void
  /** The computer changed to battery (`true`) or back. */
  savePower(isSaving: boolean): void
  close(): Promise<void>
}

/**
 * Opens the data directory and the profile that was open last, or the demo. Throws when another process uses the data, or
 * when it cannot be opened.
 */
export async function startMonitor(options: MonitorOptions): Promise<Monitor> {
  const lock = lockDataDirectory(options.dataDir)
  try {
    return await startLocked(options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startLocked(options: MonitorOptions, lock: ReturnType<typeof lockDataDirectory>): Promise<Monitor> {
  const { clock, logFault } = options
  const shared = buildSharedParts(options)
  const { keys, sealingThread, events, demo, demoProfile, profiles, signIn, dataNotices, cacheReplacement, power } =
    shared
  const active = new ActiveProfile({ signIn, events })
  const { lock: appLock, erasures } = buildLockParts(options, shared, active)
  const open: typeof shared.open = async (profile, how) => {
    erasures.allowOpening(profile.id)
    return shared.open(profile, how)
  }
  await erasures.resume()

  const opener = new ProfileOpener({
    profiles,
    open,
    logFault,
    notify: (message) => dataNotices.add('profile-not-opened', () => message, clock.now()),
  })
  // What the command line names is opened, or nothing: a script must not take the demo for its account.
  const isNamed = options.connection !== undefined || options.demoSize !== undefined
  const chosen = await chooseFirstProfile(options, profiles, signIn)
  const opening = isNamed ? opener.open(chosen) : opener.openFirst(chosen)
  const first = await opening.catch(async (error: unknown) => {
    await demo.close()
    throw error
  })
  active.start(first, opener)
  cacheReplacement.start({
    replace: (id) => active.replaceCache(id),
    isBusy: () => isCancelling(active),
  })
  const profileFiles = new ProfileFiles({
    clock,
    current: () => active.current,
    reopen: (change) => active.reopen(change),
    leave: (work) => active.leave(work, () => opener.openFirst(demoProfile)),
    find: (id) => profiles.get(id),
    list: () => profiles.list(),
    erasures,
  })
  const sealing = new ProfileSealing({
    clock,
    keys,
    thread: sealingThread,
    current: () => active.current,
    reopen: (change) => active.reopen(change),
    openInPlace: (profile) => active.openInPlace(profile),
    find: (id) => profiles.get(id),
    directory: (profile) => profiles.directory(profile),
  })
  const setAsideJournals = new SetAsideJournals({
    clock,
    current: () => active.current,
    restore: (id) => profileFiles.restore(id),
  })
  const context = makeHandlerContext({
    clock,
    logFault,
    events,
    dataNotices,
    profiles,
    signIn,
    active,
    profileFiles,
    erasures,
    sealing,
    lock: appLock,
    setAsideJournals,
    deviceSettings: shared.deviceSettings,
    app: { version: options.version, host: options.host, dataDir: options.dataDir },
    files: options.files === undefined ? null : guardFiles(options.files, appLock),
    desktop: options.desktop ?? null,
    restartToUpdate: options.restartToUpdate ?? null,
  })

  const dispatch = createDispatcher(createHandlers(context), logFault)
  return {
    dispatch: guardDispatch(dispatch, appLock),
    events: guardEvents(events, appLock),
    lock: appLock,
    own: { dispatch, events },
    reportPath(id) {
      assertOpen(appLock)
      return active.current.reports.filePath(id)
    },
    exportPath(id) {
      assertOpen(appLock)
      return active.current.exports.filePath(id)
    },
    isCancelling: () => isCancelling(active),
    sleep() {
      appLock.noteSleep()
      if (!active.isClosed) active.current.sleep()
    },
    wake() {
      appLock.noteWake()
      if (!active.isClosed) active.current.wake()
    },
    noteUnlock() {
      if (active.isClosed) return
      active.current.noteUnlock()
      const last = profiles.lastOpen()
      // The keyring was locked when the app started: its key may be readable now.
      if (last !== null && keys.waiting.get(last.id) === 'unknown')
        active.switchTo(last).catch((error: unknown) => logFault('the opening of a profile', error))
    },
    noteScreenLock: () => appLock.noteSleep(),
    savePower(isSaving) {
      if (power.isSaving === isSaving) return
      power.isSaving = isSaving
      active.current.notePower()
    },
    async close() {
      appLock.end()
      cacheReplacement.stop()
      await active.afterOthers(() => active.current.close())
      await Promise.all([demo.close(), sealingThread.close()])
      lock.release()
    },
  }
}

const isCancelling = ({ isClosed, current }: ActiveProfile): boolean =>
  !isClosed && current.journal.cancels.listOpen().length > 0
