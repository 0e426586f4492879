import { app, dialog } from 'electron'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../shared/client.ts'
import { AppError } from '../shared/errors.ts'
import { systemClock } from './clock.ts'
import { hiddenSwitch } from './desktop/autostart.ts'
import { desktopFiles } from './desktop/files.ts'
import { guardContents } from './desktop/guard.ts'
import { openOwnPage } from './desktop/instrument-window.ts'
import { localTransport, serveIpc } from './desktop/ipc.ts'
import { setApplicationMenu } from './desktop/menu.ts'
import { showNotices } from './desktop/notify.ts'
import { Presence } from './desktop/presence.ts'
import { registerAppScheme, serveApp } from './desktop/protocol.ts'
import { watchForUpdates } from './desktop/updates.ts'
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
  const resources = join(import.meta.dirname, '..', '..', 'resources')
  const client = createClient(localTransport(monitor))
  const built = { preload: join(import.meta.dirname, '..', 'preload', 'index.cjs'), icon: join(resources, 'icon.png') }
  const files: WindowFiles = {
    ...built,
    placePath: join(app.getPath('userData'), 'window.json'),
    onMain: (window) => presence.attend(window),
  }
  const presence = new Presence({ client, clock: systemClock, files, iconDir: resources, monitor, logFault })
  guardContents((url) => openOwnPage(url, files))
  serveApp(join(import.meta.dirname, '..', 'renderer'))
  serveIpc(monitor.dispatch, monitor.events)
  setApplicationMenu()
  showNotices({ client, clock: systemClock, files, logFault })
  app.on('second-instance', () => showMainWindow(files))
  app.on('activate', () => showMainWindow(files))
  const beforeQuit = watchForUpdates({
    clock: systemClock,
    hasFeed: app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml')),
    load: async () => (await import('electron-updater')).default.autoUpdater,
    isBusy: () => monitor.isCancelling(),
    logFault,
  })
  app.on('before-quit', beforeQuit)
  const isHidden = app.commandLine.hasSwitch(hiddenSwitch)
  if (!isHidden) openMainWindow(files)
  await presence.start()
  // Hidden only where a tray can show it again.
  if (isHidden && !presence.hasTray) openMainWindow(files)
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
