import { app, dialog, type BrowserWindow } from 'electron'
import { m } from '#shared/messages/messages.js'
import type { Log } from '../../host/log.ts'
import type { Clock } from '../../time/clock.ts'
import { RecoveryLimit } from './recovery-limit.ts'
import { loadPage } from './window.ts'

interface RecoveryOptions {
  readonly clock: Clock
  readonly log: Log
}

/** The time that an unresponsive window has to finish its work. */
const patienceMs = 15_000

/** Reloads each window whose process ends or hangs. Above the limit, a message lets the user choose. */
export function recoverWindows({ clock, log }: RecoveryOptions): void {
  const limit = new RecoveryLimit()

  function recover(window: BrowserWindow): void {
    if (window.isDestroyed()) return
    if (limit.take(clock.monotonic())) reload(window)
    else offerReload(window).catch((error: unknown) => log.logFault('the message about a window', error))
  }

  app.on('browser-window-created', (_event, window) => {
    let stopWaiting = (): void => undefined
    window.webContents.on('render-process-gone', (_gone, { reason, exitCode }) => {
      stopWaiting()
      log.note(`the process of a window ended: ${reason}, exit code ${exitCode}`)
      // Electron cannot load a page in the event that reports the end of its process.
      setImmediate(() => recover(window))
    })
    window.on('unresponsive', () => {
      stopWaiting()
      stopWaiting = clock.after(patienceMs, () => {
        // A page that is paused in a debugger is unresponsive too.
        if (window.isDestroyed() || window.webContents.isDevToolsOpened()) return
        log.note('a window does not respond: its process is ended')
        window.webContents.forcefullyCrashRenderer()
      })
    })
    window.on('responsive', () => stopWaiting())
    window.once('closed', () => stopWaiting())
  })
  // Chromium starts its other processes again by itself.
  app.on('child-process-gone', (_event, { type, reason, exitCode }) =>
    log.note(`the process ${type} ended: ${reason}, exit code ${exitCode}`),
  )
}

function reload(window: BrowserWindow): void {
  // A process that ended before its page was loaded has nothing to reload.
  if (window.webContents.getURL() === '') loadPage(window, '')
  else window.webContents.reload()
}

async function offerReload(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Tidemark',
    message: m.desktop_this_tidemark_window_stopped_several_times(),
    detail: m.desktop_tidemark_continues_to_monitor_in_the_background(),
    buttons: [m.desktop_open_again(), m.desktop_close_the_window()],
    defaultId: 0,
    cancelId: 1,
  })
  if (window.isDestroyed()) return
  if (response === 0) reload(window)
  else window.destroy()
}
