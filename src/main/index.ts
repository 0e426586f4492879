import { join } from 'node:path'
import { app, BrowserWindow, dialog, session, systemPreferences } from 'electron'
import { createClient } from '#shared/client.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { errorText } from '#shared/text/errors/error-text.ts'
import { endAfterFault } from './desktop/end-after-fault.ts'
import { localTransport, serveIpc } from './desktop/ipc.ts'
import { createBusNotifier } from './desktop/notices/bus-notifier.ts'
import { createElectronNotifier } from './desktop/notices/electron-notifier.ts'
import { showNotices } from './desktop/notices/show-notices.ts'
import { closeBeforeQuit } from './desktop/quit.ts'
import { createTouchId } from './desktop/system/authentication.ts'
import { isHiddenStart } from './desktop/system/autostart.ts'
import { desktopFiles } from './desktop/system/files.ts'
import { appUserModelId } from './desktop/system/identity.ts'
import { shareSessionBus } from './desktop/system/session-bus.ts'
import { createUpdates } from './desktop/updates/create-updates.ts'
import { Downloads } from './desktop/window/downloads.ts'
import { guardContents } from './desktop/window/guard.ts'
import { setApplicationMenu } from './desktop/window/menu.ts'
import { registerAppScheme, serveApp } from './desktop/window/protocol.ts'
import { recoverWindows } from './desktop/window/recover-windows.ts'
import { openMainWindow, showMainWindow, type WindowFiles, openOwnPage } from './desktop/window/window.ts'
import { readDemo } from './host/command-line.ts'
import { exitCodeOf, explainFailure } from './host/failure.ts'
import { ignoreClosedOutput, Log } from './host/log.ts'
import { endOnFatalFault, createTimedClose } from './host/process-end.ts'
import { keepHeapSmall, keepWebAssembly, preferMemory } from './host/v8-settings.ts'
import { version } from './host/version.ts'
import type { Monitor, MonitorOptions } from './monitor/monitor.ts'
import { createKeytarKeychain } from './secrets/keytar-keychain.ts'
import { deadlineClock, systemClock } from './time/clock.ts'

const log = new Log(systemClock)
const { logFault, note: logNote } = log

/**
 * The desktop host. It opens the window first: its process starts and loads the page while the monitor, the largest part of
 * the code, is loaded and opens the data. Requests of the window wait until then.
 */
async function main(): Promise<void> {
  const dataDir = app.getPath('userData')
  log.keepIn(dataDir)
  const starting: Promise<Monitor> = app.whenReady().then(() =>
    openMonitor({
      desktop: () => presence.then(({ state }) => state),
      restartToUpdate: () => restartToUpdate(),
    }),
  )
  const closing = createTimedClose(
    () =>
      starting.then(
        (monitor) => monitor.close(),
        () => undefined,
      ),
    { clock: deadlineClock, log },
  )
  let isQuitting = false
  app.once('before-quit', () => (isQuitting = true))
  // After a fault the app starts again, but not if the user quit it.
  endOnFatalFault({ log, closing, end: () => (isQuitting ? app.exit(1) : endAfterFault(dataDir, log)) })
  recoverWindows({ clock: systemClock, log })
  await app.whenReady()
  const resources = join(import.meta.dirname, '..', '..', 'resources')
  let running: Monitor | null = null
  const updates = createUpdates({
    clock: systemClock,
    resources,
    logFault,
    isBusy: () => running?.isCancelling() ?? false,
    onChange: () => running?.own.events.publish('desktop.changed'),
  })
  const ending = new AbortController()
  app.once('will-quit', () => ending.abort())
  const restartToUpdate = closeBeforeQuit({ clock: systemClock, updates, close: closing.close })
  const isHidden = isHiddenStart()
  if (isHidden) preferMemory(true)
  const files: WindowFiles = {
    preload: join(import.meta.dirname, '..', 'preload', 'index.cjs'),
    icon: join(resources, 'icon.png'),
    placePath: join(dataDir, 'window.json'),
    onMainWindow: (window) => void presence.then((desktop) => desktop.handleClosing(window)).catch(() => undefined),
  }
  const downloads = new Downloads()
  const presence = starting.then(async (monitor) => {
    const { Presence } = await import('./desktop/presence.ts')
    const client = createClient(localTransport(monitor.own))
    // The tray and notifications show and do nothing while the app is locked, as windows do.
    const shown = createClient(localTransport(monitor))
    const { lock } = monitor
    const openBus = shareSessionBus(systemClock)
    const notifier = process.platform === 'linux' ? createBusNotifier(openBus) : createElectronNotifier()
    const open = (hash: string): void => showMainWindow(files, hash)
    const stopNotices = showNotices({ client, shown, lock, clock: systemClock, notifier, open, logFault })
    // Notices are read from the data, which are closed when the app ends.
    if (ending.signal.aborted) stopNotices()
    else ending.signal.addEventListener('abort', stopNotices)
    return new Presence({
      client,
      shown,
      lock,
      clock: systemClock,
      files,
      downloads,
      iconDir: resources,
      monitor,
      notifier,
      openBus,
      logFault,
      update: () => updates.state,
      onChange: () => monitor.own.events.publish('desktop.changed'),
    })
  })
  // A monitor that fails to start is reported below.
  presence.catch(() => undefined)
  guardContents((url) => openOwnPage(url, files), downloads)
  serveApp(join(import.meta.dirname, '..', 'renderer'))
  serveIpc(starting)
  setApplicationMenu()
  app.on('second-instance', () => {
    if (!ending.signal.aborted) showMainWindow(files)
  })
  app.on('activate', () => showMainWindow(files))
  if (!isHidden) openMainWindow(files)
  const monitor = await starting
  log.note(`started version ${version} as process ${process.pid}`)
  running = monitor
  updates.start()
  const present = await presence
  // The user may have quit the app while it started.
  if (ending.signal.aborted) return
  await present.start()
  // Stay hidden only when a tray icon can show the window again.
  if (isHidden && !present.hasTray) openMainWindow(files)
}

async function openMonitor(host: Pick<MonitorOptions, 'desktop' | 'restartToUpdate'>): Promise<Monitor> {
  const { startMonitor } = await import('./monitor/monitor.ts')
  return startMonitor({
    dataDir: app.getPath('userData'),
    ...namedDemo(),
    host: 'desktop',
    version,
    keychain: createKeytarKeychain(systemClock),
    clock: systemClock,
    files: desktopFiles,
    ...host,
    systemAuthentication: createTouchId(systemPreferences, process.platform),
    forgetPages: () => session.defaultSession.clearStorageData(),
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    logFault,
    logNote,
  })
}

/** The demo that the command line names. Throws AppError `invalid`. */
function namedDemo(): Pick<MonitorOptions, 'demoSize' | 'demoAs'> {
  const given = (name: string) => app.commandLine.getSwitchValue(name) || undefined
  const { demoSize, demoAs } = readDemo({ demo: given('demo'), as: given('as') })
  return demoSize === null ? {} : { demoSize, demoAs }
}

ignoreClosedOutput()
keepHeapSmall({ isTray: true })
keepWebAssembly()
registerAppScheme()
app.setAppUserModelId(appUserModelId)
const dataDir = app.commandLine.getSwitchValue('data-dir')
if (dataDir !== '') app.setPath('userData', dataDir)
// With --no-sandbox on the command line, enabling the sandbox would crash every window.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()

if (!app.requestSingleInstanceLock()) app.quit()
// Not awaited: Electron becomes ready only after this module has been evaluated.
else
  main().catch((cause: unknown) => {
    logFault('start', cause)
    const error = explainFailure(cause)
    // The open window has nothing to show. Closing it must not quit the app before the dialog gives the reason.
    app.on('window-all-closed', () => undefined)
    for (const window of BrowserWindow.getAllWindows()) window.destroy()
    dialog.showErrorBox(
      m.desktop_tidemark_cannot_start(),
      error instanceof AppError ? errorText(error) : m.desktop_an_internal_error_occurred(),
    )
    app.exit(exitCodeOf(error))
  })
