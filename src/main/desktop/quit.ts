import { m } from '../../shared/messages/messages.js'
import { app, BrowserWindow } from 'electron'
import { AppError } from '../../shared/errors.ts'
import { secondMs } from '../../shared/durations.ts'
import type { Clock } from '../time/clock.ts'
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
 * Closes the data before the app ends, and installs a new version that is ready. Returns a function that quits to install it
 * and starts the app again; it throws AppError `invalid` when none is ready.
 */
export function closeBeforeQuit({ clock, updates, close }: QuitOptions): () => void {
  let restarts = false
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
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    void end()
  })

  async function end(): Promise<void> {
    const isClosed = await close()
    if (isClosed) await updates.install(restarts)
    const appImage = process.env['APPIMAGE']
    // The installers of other packages start the app again.
    if (restarts && appImage !== undefined) app.relaunch({ execPath: appImage })
    // Not `quit`, because Electron sometimes ignores a second one, and the app would continue with closed data.
    app.exit(isClosed ? 0 : 1)
  }

  return () => {
    if (updates.state.kind !== 'ready') throw new AppError('invalid', m.desktop_no_new_version_is_ready())
    restarts = true
    app.quit()
  }
}
