import { app, BrowserWindow } from 'electron'
import { secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Clock } from '../time/clock.ts'
import { argsOfStart } from './restart.ts'
import type { Updates } from './updates/updates.ts'

interface QuitOptions {
  readonly clock: Clock
  readonly updates: Updates
  /** Closes the data. Resolves with whether all data is closed. */
  readonly close: () => Promise<boolean>
}

/** The time that windows have to close when the app quits. */
const windowsDeadlineMs = 5 * secondMs

/**
 * Closes the data before the app ends, and installs a new version that is ready. Starts the app again if the user started it
 * meanwhile. Returns a function that quits to install the new version and starts it; it throws AppError `invalid` when none is
 * ready.
 */
export function closeBeforeQuit({ clock, updates, close }: QuitOptions): () => void {
  let startsAgain = false
  let isEnding = false
  app.on('before-quit', () => {
    // Electron reports each request to quit, also while the data is being closed.
    if (isEnding) return
    updates.beforeQuit()
    // A window that hangs does not close by itself and would keep the app running.
    clock.after(windowsDeadlineMs, () => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy()
    })
  })
  // The user starts the app while it ends. The new process ends at once, because this one still runs.
  app.on('second-instance', () => (startsAgain ||= isEnding))
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    void end()
  })

  async function end(): Promise<void> {
    const isClosed = await close()
    const isReplaced = isClosed && (await updates.install(startsAgain))
    const appImage = process.env['APPIMAGE']
    const args = argsOfStart(process.argv.slice(1))
    if (appImage !== undefined && startsAgain) app.relaunch({ args, execPath: appImage })
    // The installer of another package starts the new version.
    else if (startsAgain && !isReplaced) app.relaunch({ args })
    // Not `quit`, because Electron sometimes ignores a second one, and the app would continue with closed data.
    app.exit(isClosed ? 0 : 1)
  }

  return () => {
    if (updates.state.kind !== 'ready') throw new AppError('invalid', m.desktop_no_new_version_is_ready())
    startsAgain = true
    app.quit()
  }
}
