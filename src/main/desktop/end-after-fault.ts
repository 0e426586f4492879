import { app, BrowserWindow, dialog } from 'electron'
import { m } from '#shared/messages/messages.js'
import { type Log, logPath } from '../host/log.ts'
import { describeStop } from '../host/process-end.ts'
import { argsOfRestart } from './restart.ts'

/** Ends the app after a fatal fault, when its data is closed: it restarts once, or shows the user what to do. */
export function endAfterFault(dataDir: string, log: Log): void {
  const windows = BrowserWindow.getAllWindows()
  const args = argsOfRestart({
    args: process.argv.slice(1),
    uptimeMs: process.uptime() * 1000,
    hasWindow: windows.length > 0,
  })
  if (args === null) {
    log.note('stopped: a restarted process failed again')
    // Otherwise closing the windows would quit the app before the message is read.
    app.removeAllListeners('window-all-closed').on('window-all-closed', () => undefined)
    for (const window of windows) window.destroy()
    // Tidemark can be started again while the message is shown.
    app.releaseSingleInstanceLock()
    dialog.showErrorBox(m.desktop_tidemark_has_stopped(), describeStop(logPath(dataDir)))
  } else {
    log.note('restarting')
    const appImage = process.env['APPIMAGE']
    app.relaunch({ args: [...args], ...(appImage === undefined ? {} : { execPath: appImage }) })
  }
  app.exit(1)
}
