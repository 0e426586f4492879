import type { Clock } from '../clock.ts'

/** What of electron-updater is used. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  checkForUpdates(): Promise<unknown>
}

interface UpdateOptions {
  readonly clock: Clock
  /** Whether the package names a feed; without one nothing is loaded and nothing asked. */
  readonly hasFeed: boolean
  /** Loads the updater: it is needed once a day at most. */
  readonly load: () => Promise<Updater>
  /** Something is under way that a new version must not cut off. */
  readonly isBusy: () => boolean
  readonly logFault: (where: string, error: unknown) => void
}

const firstCheckMs = 5 * 60_000
const checkEveryMs = 12 * 3_600_000

/**
 * Looks for a new version now and then, and has it installed as the app quits, unless something is under way. How many
 * computers get it at once is said by the feed. The returned function is to be called before the app quits.
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
