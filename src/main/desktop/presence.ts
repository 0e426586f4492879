import { app, globalShortcut, Notification, powerMonitor, type BrowserWindow } from 'electron'
import type { Client } from '../../shared/client.ts'
import type { Settings } from '../../shared/model/settings.ts'
import type { Clock } from '../clock.ts'
import { setStartsWithSystem } from './autostart.ts'
import { Glance } from './glance.ts'
import { watchTrayHost } from './tray/tray-host.ts'
import { openTray, type OpenTray } from './tray/tray.ts'
import { showMainWindow, type WindowFiles } from './window.ts'

interface PresenceOptions {
  readonly client: Client
  readonly clock: Clock
  readonly files: WindowFiles
  readonly iconDir: string
  readonly monitor: { sleep(): void; wake(): void }
  readonly logFault: (where: string, error: unknown) => void
}

/** How the app stays: in the tray where the system has one, through closed windows, logins and sleep. */
export class Presence {
  readonly #options: PresenceOptions
  readonly #glance: Glance
  #tray: OpenTray | null = null
  #settings: Settings | null = null
  #isQuitting = false
  #shortcut: string | null = null

  constructor(options: PresenceOptions) {
    this.#options = options
    this.#glance = new Glance(options.files)
  }

  /** Answers once it is known whether there is a tray. */
  async start(): Promise<void> {
    const { client, clock, monitor } = this.#options
    app.on('before-quit', () => (this.#isQuitting = true))
    app.on('window-all-closed', () => {
      if (!this.#staysWithoutWindow) app.quit()
    })
    powerMonitor.on('suspend', () => monitor.sleep())
    powerMonitor.on('resume', () => monitor.wake())
    for (const topic of ['settings.changed', 'profile.changed'] as const)
      client.on(topic, () => void this.#readSettings())
    await this.#readSettings()
    await watchTrayHost(clock, (isThere) => this.#setTray(isThere))
  }

  get hasTray(): boolean {
    return this.#tray !== null
  }

  /** Looks after a main window: closing it may leave the app in the tray, or, without one, small. */
  attend(window: BrowserWindow): void {
    window.on('close', (event) => {
      if (this.#isQuitting || this.#settings?.closesToTray !== true || process.platform === 'darwin') return
      if (this.#tray === null) {
        event.preventDefault()
        window.minimize()
      }
      void this.#tellOnce()
    })
  }

  get #staysWithoutWindow(): boolean {
    return process.platform === 'darwin' || (this.#tray !== null && this.#settings?.closesToTray === true)
  }

  async #readSettings(): Promise<void> {
    try {
      const settings = await this.#options.client.call('settings.read')
      if (settings.startsWithSystem !== this.#settings?.startsWithSystem) setStartsWithSystem(settings.startsWithSystem)
      this.#settings = settings
      this.#setShortcut(settings.glanceShortcut)
    } catch (error) {
      this.#options.logFault('presence', error)
    }
  }

  #setShortcut(shortcut: string | null): void {
    if (shortcut === this.#shortcut) return
    if (this.#shortcut !== null) globalShortcut.unregister(this.#shortcut)
    this.#shortcut = shortcut
    // One that another program holds is not had: the click on the icon stays.
    if (shortcut !== null) globalShortcut.register(shortcut, () => this.#toggleGlance())
  }

  #setTray(isThere: boolean): void {
    if (isThere === (this.#tray !== null)) return
    this.#tray?.close()
    this.#tray = null
    if (!isThere) return
    const { client, clock, iconDir, logFault } = this.#options
    this.#tray = openTray({
      client,
      clock,
      iconDir,
      logFault,
      actions: {
        open: (hash) => showMainWindow(this.#options.files, hash),
        glance: () => this.#toggleGlance(),
        pause: (forMs) => this.#ask(forMs === null ? { paused: false } : { paused: true, forMs }),
        hideAmounts: (hideAmounts) => void client.call('settings.write', { hideAmounts }).catch(this.#log),
        quit: () => app.quit(),
      },
    })
  }

  #ask(pause: { paused: boolean; forMs?: number }): void {
    void this.#options.client.call('connection.pause', pause).catch(this.#log)
  }

  readonly #log = (error: unknown): void => this.#options.logFault('tray', error)

  #toggleGlance(): void {
    this.#glance.toggle(this.#tray?.bounds() ?? null)
  }

  /** The first closing says where the app has gone, and how to change that. */
  async #tellOnce(): Promise<void> {
    if (this.#settings === null || this.#settings.knowsWhereItCloses) return
    await this.#options.client.call('settings.write', { knowsWhereItCloses: true }).catch(this.#log)
    if (!Notification.isSupported()) return
    new Notification({
      title: 'Tidemark keeps running',
      body:
        this.#tray === null
          ? 'This desktop has no tray, so the window is minimized. Settings → Tray changes that.'
          : 'It stays in the tray. Quit it from there, or change that under Settings → Tray.',
    }).show()
  }
}
