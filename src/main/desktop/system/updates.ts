import { hourMs, minuteMs } from '../../../shared/durations.ts'
import type { Clock } from '../../time/clock.ts'

/** The used part of electron-updater. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  checkForUpdates(): Promise<unknown>
}

interface UpdateOptions {
  readonly clock: Clock
  /** Whether the package names an update feed; without one the updater is never loaded. */
  readonly hasFeed: boolean
  /** Loads the updater lazily: it is needed only twice a day. */
  readonly load: () => Promise<Updater>
  /** Whether something is in progress that an update must not interrupt. */
  readonly isBusy: () => boolean
  readonly logFault: (where: string, error: unknown) => void
}

const firstCheckMs = 5 * minuteMs
const checkEveryMs = 12 * hourMs

/**
 * Checks for a new version twice a day and installs it when the app quits, unless something is in progress. The feed
 * controls staged rollouts. Call the returned function before the app quits.
 */
export function watchForUpdates({ clock, hasFeed, load, isBusy, logFault }: UpdateOptions): () => void {
  if (!hasFeed) return () => undefined
  let updater: Updater | null = null

  async function check(): Promise<void> {
    try {
      updater ??= await load()
      updater.autoDownload = true
      updater.autoInstallOnAppQuit = false
      await updater.checkForUpdates()
    } catch (error) {
      logFault('updates', error)
    }
    clock.after(checkEveryMs, () => void check())
  }
  clock.after(firstCheckMs, () => void check())
  return () => {
    if (updater !== null) updater.autoInstallOnAppQuit = !isBusy()
  }
}
