import { app, dialog } from 'electron'
import { join } from 'node:path'
import { AppError } from '../shared/errors.ts'
import { systemClock } from './clock.ts'
import { desktopFiles } from './desktop/files.ts'
import { guardContents } from './desktop/guard.ts'
import { openOwnPage } from './desktop/instrument-window.ts'
import { serveIpc } from './desktop/ipc.ts'
import { setApplicationMenu } from './desktop/menu.ts'
import { registerAppScheme, serveApp } from './desktop/protocol.ts'
import { openMainWindow, showMainWindow, type WindowFiles } from './desktop/window.ts'
import { logFault } from './fault-log.ts'
import { startMonitor } from './monitor.ts'
import { createKeytarKeychain } from './secrets/keytar-keychain.ts'
import { version } from './version.ts'

/** The desktop host. */
async function main(): Promise<void> {
  await app.whenReady()
  const monitor = await startMonitor({
    dataDir: app.getPath('userData'),
    host: 'desktop',
    version,
    keychain: createKeytarKeychain(systemClock),
    clock: systemClock,
    files: desktopFiles,
    logFault,
  })
  const files: WindowFiles = {
    preload: join(import.meta.dirname, '..', 'preload', 'index.cjs'),
    icon: join(import.meta.dirname, '..', '..', 'resources', 'icon.png'),
  }
  guardContents((url) => openOwnPage(url, files))
  serveApp(join(import.meta.dirname, '..', 'renderer'))
  serveIpc(monitor.dispatch, monitor.events)
  setApplicationMenu()
  openMainWindow(files)
  app.on('second-instance', () => showMainWindow(files))
  app.on('activate', () => showMainWindow(files))
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    void monitor.close().finally(() => {
      isClosed = true
      app.quit()
    })
  })
}

registerAppScheme()
const dataDir = app.commandLine.getSwitchValue('data-dir')
if (dataDir !== '') app.setPath('userData', dataDir)
// Where the command line gave the sandbox up, asking for it would end every window.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()

if (!app.requestSingleInstanceLock()) app.quit()
// Not awaited: Electron is ready only after this module has run to its end.
else
  main().catch((error: unknown) => {
    logFault('start', error)
    dialog.showErrorBox(
      'Tidemark cannot start',
      error instanceof AppError ? error.message : 'Something went wrong inside Tidemark',
    )
    app.exit(1)
  })
