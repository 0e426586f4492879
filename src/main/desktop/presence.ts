import { app, globalShortcut, net, powerMonitor, type BrowserWindow } from 'electron'
import type { Client } from '../../shared/client.ts'
import type { DesktopState } from '../../shared/model/desktop.ts'
import type { Settings } from '../../shared/model/settings.ts'
import type { Clock } from '../clock.ts'
import { readAutostart, setAutostart } from './autostart.ts'
import { decideClosing } from './close-window.ts'
import { GlanceShortcut } from './glance-shortcut.ts'
import { Glance } from './glance.ts'
import { watchNetwork } from './network.ts'
import type { Notifier } from './notices/notifier.ts'
import { watchPower, type PoweredMonitor } from './power.ts'
import type { SessionBus } from './session-bus.ts'
import { watchTrayHost } from './tray/tray-host.ts'
import { openTray, type OpenTray } from './tray/tray.ts'
import { showMainWindow, type WindowFiles } from './window.ts'

interface PresenceOptions {
  readonly client: Client
  readonly clock: Clock
  readonly files: WindowFiles
  readonly iconDir: string
  readonly monitor: PoweredMonitor
  readonly notifier: Notifier
  readonly openBus: () => Promise<SessionBus | null>
  /** What the desktop grants has changed. */
  readonly onChange: () => void
  readonly logFault: (where: string, error: unknown) => void
}

/** How the app stays: in the tray where the system has one, through closed windows, logins and sleep. */
export class Presence {
  readonly #options: PresenceOptions
  readonly #glance: Glance
  readonly #shortcut: GlanceShortcut
  #tray: OpenTray | null = null
  #isTrayKnown = false
  #settings: Settings | null = null
  #isQuitting = false

  constructor(options: PresenceOptions) {
    this.#options = options
    this.#glance = new Glance(options.files)
    this.#shortcut = new GlanceShortcut(globalShortcut, () => this.#toggleGlance('keys'))
  }

  /** Answers once it is known whether there is a tray. */
  async start(): Promise<void> {
    const { client, clock, monitor, openBus } = this.#options
    app.on('before-quit', () => (this.#isQuitting = true))
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin' && this.#closing !== 'tray') app.quit()
    })
    watchPower(powerMonitor, monitor, clock)
    watchNetwork(net, client, clock)
    for (const topic of ['settings.changed', 'profile.changed'] as const)
      client.on(topic, () => void this.#readSettings())
    await this.#readSettings()
    await watchTrayHost(openBus, (isThere) => this.#setTray(isThere))
  }

  get hasTray(): boolean {
    return this.#tray !== null
  }

  get state(): DesktopState {
    return {
      hasTray: this.#isTrayKnown ? this.hasTray : null,
      shortcut: this.#shortcut.state,
      autostart: readAutostart(),
    }
  }

  /** Looks after a main window: closing it may leave the app in the tray, or, without one, small. */
  attend(window: BrowserWindow): void {
    window.on('close', (event) => {
      const closing = this.#closing
      if (closing === 'end') return
      if (closing === 'minimize') {
        event.preventDefault()
        window.minimize()
      }
      void this.#tellOnce()
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

  async #readSettings(): Promise<void> {
    try {
      const settings = await this.#options.client.call('settings.read')
      const before = this.#settings
      this.#settings = settings
      this.#shortcut.want(settings.glanceShortcut)
      // A person who was not asked yet keeps what is: an entry of an older version is kept up to date.
      if (before?.startsWithSystem !== settings.startsWithSystem)
        setAutostart(settings.startsWithSystem ?? readAutostart() === 'on')
    } catch (error) {
      this.#options.logFault('presence', error)
    }
    this.#options.onChange()
  }

  #setTray(isThere: boolean): void {
    this.#isTrayKnown = true
    if (isThere !== this.hasTray) {
      this.#tray?.close()
      this.#tray = isThere ? this.#openTray() : null
    }
    this.#options.onChange()
  }

  #openTray(): OpenTray {
    const { client, clock, files, iconDir, logFault } = this.#options
    return openTray({
      ...{ client, clock, iconDir, logFault },
      actions: {
        open: (hash) => showMainWindow(files, hash),
        glance: () => this.#toggleGlance('icon'),
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

  #toggleGlance(by: 'icon' | 'keys'): void {
    this.#glance.toggle(this.#tray?.bounds() ?? null, by)
  }

  /** The first closing says where the app has gone, and how to change that. */
  async #tellOnce(): Promise<void> {
    if (this.#settings === null || this.#settings.knowsWhereItCloses) return
    const { client, files, notifier } = this.#options
    await client.call('settings.write', { knowsWhereItCloses: true }).catch(this.#log)
    const body = this.hasTray
      ? 'It stays in the tray. Quit it from there, or change that under Settings → Tray.'
      : 'This desktop has no tray, so the window is minimized. Settings → Tray changes that.'
    const onClick = (): void => showMainWindow(files, '#/settings')
    await notifier.show({ title: 'Tidemark keeps running', body, actions: [], onClick }).catch(this.#log)
  }
}
