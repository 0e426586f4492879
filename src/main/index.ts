import { app, BrowserWindow, dialog } from 'electron'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../shared/client.ts'
import { AppError } from '../shared/errors.ts'
import type { DesktopState } from '../shared/model/desktop.ts'
import { systemClock } from './clock.ts'
import { isHiddenStart } from './desktop/autostart.ts'
import { desktopFiles } from './desktop/files.ts'
import { guardContents } from './desktop/guard.ts'
import { appUserModelId } from './desktop/identity.ts'
import { openOwnPage } from './desktop/instrument-window.ts'
import { localTransport, serveIpc } from './desktop/ipc.ts'
import { setApplicationMenu } from './desktop/menu.ts'
import { createBusNotifier } from './desktop/notices/bus-notifier.ts'
import { createElectronNotifier } from './desktop/notices/electron-notifier.ts'
import { showNotices } from './desktop/notices/show-notices.ts'
import { registerAppScheme, serveApp } from './desktop/protocol.ts'
import { shareSessionBus } from './desktop/session-bus.ts'
import { watchForUpdates } from './desktop/updates.ts'
import { openMainWindow, showMainWindow, type WindowFiles } from './desktop/window.ts'
import { logFault } from './fault-log.ts'
import type { Monitor } from './monitor.ts'
import { createKeytarKeychain } from './secrets/keytar-keychain.ts'
import { keepHeapSmall } from './small-heap.ts'
import { version } from './version.ts'

/**
 * The desktop host. The window comes first: its process starts and reads its page while the monitor, whose code is the
 * most of ours, is loaded and opens the data. What the window asks meanwhile waits.
 */
async function main(): Promise<void> {
  await app.whenReady()
  const resources = join(import.meta.dirname, '..', '..', 'resources')
  const isHidden = isHiddenStart()
  const starting = openMonitor(() => presence.then(({ state }) => state))
  const files: WindowFiles = {
    preload: join(import.meta.dirname, '..', 'preload', 'index.cjs'),
    icon: join(resources, 'icon.png'),
    placePath: join(app.getPath('userData'), 'window.json'),
    onMain: (window) => void presence.then((one) => one.attend(window)).catch(() => undefined),
  }
  const presence = starting.then(async (monitor) => {
    const { Presence } = await import('./desktop/presence.ts')
    const client = createClient(localTransport(monitor))
    const openBus = shareSessionBus(systemClock)
    const notifier = process.platform === 'linux' ? createBusNotifier(openBus) : createElectronNotifier()
    showNotices({ client, clock: systemClock, notifier, open: (hash) => showMainWindow(files, hash), logFault })
    return new Presence({
      ...{ client, clock: systemClock, files, iconDir: resources, monitor, notifier, openBus, logFault },
      onChange: () => monitor.events.publish('desktop.changed'),
    })
  })
  guardContents((url) => openOwnPage(url, files))
  serveApp(join(import.meta.dirname, '..', 'renderer'))
  serveIpc(starting)
  setApplicationMenu()
  app.on('second-instance', () => showMainWindow(files))
  app.on('activate', () => showMainWindow(files))
  if (!isHidden) openMainWindow(files)
  const monitor = await starting
  closeBeforeQuit(monitor)
  const present = await presence
  await present.start()
  // Hidden only where a tray can show it again.
  if (isHidden && !present.hasTray) openMainWindow(files)
}

async function openMonitor(desktop: () => Promise<DesktopState>): Promise<Monitor> {
  const { startMonitor } = await import('./monitor.ts')
  return startMonitor({
    dataDir: app.getPath('userData'),
    host: 'desktop',
    version,
    keychain: createKeytarKeychain(systemClock),
    clock: systemClock,
    files: desktopFiles,
    desktop,
    logFault,
  })
}

function closeBeforeQuit(monitor: Monitor): void {
  const beforeQuit = watchForUpdates({
    clock: systemClock,
    hasFeed: app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml')),
    load: async () => (await import('electron-updater')).default.autoUpdater,
    isBusy: () => monitor.isCancelling(),
    logFault,
  })
  app.on('before-quit', beforeQuit)
  let closing: Promise<void> | null = null
  app.on('will-quit', (event) => {
    event.preventDefault()
    // Not `quit`: one in some ten times Electron took no second one, and the app lived on without its data.
    closing ??= monitor.close().finally(() => app.exit())
  })
}

keepHeapSmall()
registerAppScheme()
app.setAppUserModelId(appUserModelId)
const dataDir = app.commandLine.getSwitchValue('data-dir')
if (dataDir !== '') app.setPath('userData', dataDir)
// Where the command line gave the sandbox up, asking for it would end every window.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()

if (!app.requestSingleInstanceLock()) app.quit()
// Not awaited: Electron is ready only after this module has run to its end.
else
  main().catch((error: unknown) => {
    logFault('start', error)
    // The window that came first has nothing to show; that it goes must not end the app before its reason is told.
    app.on('window-all-closed', () => undefined)
    for (const window of BrowserWindow.getAllWindows()) window.destroy()
    dialog.showErrorBox(
      'Tidemark cannot start',
      error instanceof AppError ? error.message : 'Something went wrong inside Tidemark',
    )
    app.exit(1)
  })
