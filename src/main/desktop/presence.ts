import { app, globalShortcut, net, powerMonitor, type BrowserWindow } from 'electron'
import type { Client } from '#shared/client.ts'
import { m } from '#shared/messages/messages.js'
import type { Settings } from '#shared/model/app/settings.ts'
import type { DesktopState } from '#shared/model/app/system.ts'
import type { Clock } from '../time/clock.ts'
import { GlanceShortcut } from './glance/glance-shortcut.ts'
import { Glance } from './glance/glance.ts'
import type { Notifier } from './notices/show-notices.ts'
import { readAutostart, setAutostart } from './system/autostart.ts'
import { watchNetwork } from './system/network.ts'
import { watchPower, type PoweredMonitor } from './system/power.ts'
import { watchScreenSaver } from './system/screen-saver.ts'
import { type SessionBus, hasOwner, nameChanges } from './system/session-bus.ts'
import { TrayIcon } from './tray/tray-icon.ts'
import { decideClosing } from './window/close-window.ts'
import type { Downloads } from './window/downloads.ts'
import { setApplicationMenu } from './window/menu.ts'
import { showMainWindow, type WindowFiles } from './window/window.ts'

const watcherName = 'org.kde.StatusNotifierWatcher'

/**
 * Reports whether this desktop shows tray icons, and each change. On Linux a program on the session bus shows them and may be
 * missing; without a bus (`null`) there is no tray. Other systems always show them.
 */
async function watchTrayHost(
  openBus: () => Promise<SessionBus | null>,
  onChange: (hasTray: boolean) => void,
): Promise<void> {
  if (process.platform !== 'linux') return onChange(true)
  const bus = await openBus()
  if (bus === null) return onChange(false)
  bus.onLost(() => onChange(false))
  try {
    await bus.subscribe({ ...nameChanges, arg0: watcherName }, ({ member, body }) => {
      if (member === 'NameOwnerChanged' && body[0] === watcherName) onChange(body[2] !== '')
    })
    onChange(await hasOwner(bus, watcherName))
  } catch {
    onChange(false)
  }
}

interface PresenceOptions {
  /** A client that works while the app is locked. Its data must not be shown. */
  readonly client: Client
  /** A client that refuses while the app is locked, for data that is shown and for actions of the user. */
  readonly shown: Client
  readonly lock: { readonly isLocked: boolean; readonly hasPin: boolean; lock(): void }
  readonly clock: Clock
  readonly files: WindowFiles
  readonly downloads: Pick<Downloads, 'cancelAll'>
  readonly iconDir: string
  readonly monitor: PoweredMonitor
  readonly notifier: Notifier
  readonly update: () => DesktopState['update']
  readonly openBus: () => Promise<SessionBus | null>
  /** Called when `state` may have changed. */
  readonly onChange: () => void
  readonly logFault: (where: string, error: unknown) => void
}

/** Keeps the app running in the background: tray icon, closed windows, start at login, sleep. */
export class Presence {
  readonly #options: PresenceOptions
  readonly #glance: Glance
  readonly #shortcut: GlanceShortcut
  #tray: TrayIcon | null = null
  #isTrayKnown = false
  #settings: Settings | null = null
  #isQuitting = false
  #isEnding = false

  constructor(options: PresenceOptions) {
    this.#options = options
    this.#glance = new Glance(options.files)
    this.#shortcut = new GlanceShortcut(globalShortcut, () => this.#toggleGlance('keys'))
  }

  /** Resolves when it is known whether the system has a tray. */
  async start(): Promise<void> {
    const { client, clock, monitor, openBus } = this.#options
    app.on('before-quit', () => (this.#isQuitting = true))
    // From here the data are being closed.
    app.once('will-quit', () => this.#end())
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin' && this.#closing !== 'tray') app.quit()
    })
    client.on('lock.changed', () => this.#noteLock())
    watchPower(powerMonitor, monitor, clock)
    watchScreenSaver(openBus, () => monitor.noteScreenLock()).catch(this.#log)
    watchNetwork(net, client, clock)
    for (const topic of ['settings.changed', 'profile.changed'] as const)
      client.on(topic, () => void this.#readSettings())
    await this.#readSettings()
    await watchTrayHost(openBus, (isAvailable) => this.#setTray(isAvailable))
  }

  get hasTray(): boolean {
    return this.#tray !== null
  }

  get state(): DesktopState {
    return {
      hasTray: this.#isTrayKnown ? this.hasTray : null,
      shortcut: this.#shortcut.state,
      autostart: readAutostart(),
      update: this.#options.update(),
    }
  }

  /** Handles the closing of a main window. It may leave the app in the tray or, without a tray, minimize the window. */
  handleClosing(window: BrowserWindow): void {
    window.on('close', (event) => {
      const closing = this.#closing
      if (closing === 'quit') return
      if (closing === 'minimize') {
        event.preventDefault()
        window.minimize()
      }
      void this.#notifyOnce()
    })
  }

  get #closing() {
    return decideClosing({
      isQuitting: this.#isQuitting,
      closesToTray: this.#settings?.closesToTray === true,
      hasTray: this.hasTray,
      platform: process.platform,
    })
  }

  #end(): void {
    this.#isEnding = true
    this.#tray?.close()
    this.#tray = null
  }

  async #readSettings(): Promise<void> {
    if (this.#isEnding) return
    try {
      const settings = await this.#options.client.call('settings.read')
      const before = this.#settings
      this.#settings = settings
      this.#shortcut.set(settings.glanceShortcut)
      if (before?.language !== settings.language) setApplicationMenu()
      // Without a choice of the user the present state is kept. Writing it again updates the entry of an older version.
      if (before?.startsWithSystem !== settings.startsWithSystem)
        setAutostart(settings.startsWithSystem ?? readAutostart() === 'on')
    } catch (error) {
      this.#log(error)
    }
    this.#options.onChange()
  }

  #setTray(isAvailable: boolean): void {
    if (this.#isEnding) return
    this.#isTrayKnown = true
    if (isAvailable !== this.hasTray) {
      this.#tray?.close()
      this.#tray = isAvailable ? this.#openTray() : null
    }
    this.#options.onChange()
  }

  #openTray(): TrayIcon {
    const { shown, lock, clock, files, iconDir, logFault } = this.#options
    return new TrayIcon({
      client: shown,
      lock,
      clock,
      iconDir,
      logFault,
      actions: {
        open: (hash) => showMainWindow(files, hash),
        glance: () => this.#toggleGlance('icon'),
        pause: (forMs) => this.#setPause(forMs === null ? { paused: false } : { paused: true, forMs }),
        hideAmounts: (hideAmounts) => void shown.call('settings.write', { hideAmounts }).catch(this.#log),
        lock: () => lock.lock(),
        quit: () => app.quit(),
      },
    })
  }

  #setPause(pause: { paused: boolean; forMs?: number }): void {
    void this.#options.shown.call('connection.pause', pause).catch(this.#log)
  }

  readonly #log = (error: unknown): void => {
    if (!this.#isEnding) this.#options.logFault('presence', error)
  }

  #noteLock(): void {
    if (!this.#options.lock.isLocked) return
    this.#glance.close()
    this.#options.downloads.cancelAll()
    void this.#options.notifier.clear().catch(this.#log)
  }

  /** Opens or closes the glance. While the app is locked, the main window asks for the PIN instead. */
  #toggleGlance(trigger: 'icon' | 'keys'): void {
    if (this.#options.lock.isLocked) return showMainWindow(this.#options.files)
    this.#glance.toggle(this.#tray?.bounds() ?? null, trigger)
  }

  /** Shows a notification the first time: where the app is now, and how to change that. */
  async #notifyOnce(): Promise<void> {
    if (this.#settings === null || this.#settings.knowsWhereItCloses) return
    const { client, files, notifier } = this.#options
    await client.call('settings.write', { knowsWhereItCloses: true }).catch(this.#log)
    const body = this.hasTray ? m.desktop_tidemark_stays_in_the_tray_its_menu() : m.desktop_no_tray()
    const onClick = (): void => showMainWindow(files, '#/settings')
    await notifier.show({ title: m.desktop_tidemark_is_still_running(), body, actions: [], onClick }).catch(this.#log)
  }
}
