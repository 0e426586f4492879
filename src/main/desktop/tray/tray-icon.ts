import { join } from 'node:path'
import { Menu, nativeImage, nativeTheme, Tray, type NativeImage, type Rectangle } from 'electron'
import type { Client } from '#shared/client.ts'
import type { Topic } from '#shared/contract/contract.ts'
import type { Clock } from '../../time/clock.ts'
import { describeTray, type TrayState } from './describe-tray.ts'
import { ShownMenu } from './shown-menu.ts'
import { readTray, type TrayReading } from './tray-figures.ts'
import { buildLockedMenu, buildTrayMenu, lockedWords, type TrayActions } from './tray-menu.ts'

interface TrayOptions {
  /** A client that refuses while the app is locked. */
  readonly client: Client
  readonly lock: { readonly isLocked: boolean; readonly hasPin: boolean }
  readonly clock: Clock
  readonly iconDir: string
  readonly actions: TrayActions
  readonly logFault: (where: string, error: unknown) => void
}

const topics: readonly Topic[] = [
  'profile.changed',
  'settings.changed',
  'currencies.changed',
  'connection.changed',
  'accounts.changed',
  'quotes.changed',
  'schedules.changed',
]
/** The minimum time between two refreshes of the tray, for any number of events. */
const refreshEveryMs = 2_000
/** The time until a market opens and the alternating figure change without an event. */
const rotateEveryMs = 15_000
/** Windows truncates longer tooltips. */
const maxTooltipLength = process.platform === 'win32' ? 127 : Infinity

/** The icon in the system's tray. It is updated after events of the monitor until it is closed. */
export class TrayIcon {
  readonly #options: TrayOptions
  readonly #tray: Tray
  readonly #menu: ShownMenu
  readonly #stops: readonly (() => void)[]
  #shown = ''
  #sequence = 0
  #isOpen = true
  #isRefreshPlanned = false
  #stopRefresh = (): void => undefined
  #stopRotation = (): void => undefined

  constructor(options: TrayOptions) {
    this.#options = options
    const { client, clock, actions } = options
    this.#tray = new Tray(this.#iconFor('closed'))
    this.#tray.setToolTip('Tidemark')
    this.#menu = new ShownMenu(clock, (menu) => this.#tray.setContextMenu(menu))
    this.#menu.show('starting', () => Menu.buildFromTemplate(buildTrayMenu(null, clock.now, actions)))
    this.#tray.on('click', () => actions.glance())
    nativeTheme.on('updated', this.#planRefresh)
    this.#stops = [
      ...topics.map((topic) => client.on(topic, this.#planRefresh)),
      client.on('lock.changed', () => void this.#refresh()),
    ]
    this.#rotate()
  }

  /** The icon's place; `null` when the system does not report it. */
  bounds(): Rectangle | null {
    const bounds = this.#tray.getBounds()
    return bounds.width === 0 ? null : bounds
  }

  close(): void {
    this.#isOpen = false
    this.#stopRefresh()
    this.#stopRotation()
    for (const stop of this.#stops) stop()
    nativeTheme.off('updated', this.#planRefresh)
    this.#tray.destroy()
  }

  readonly #planRefresh = (): void => {
    if (this.#isRefreshPlanned) return
    this.#isRefreshPlanned = true
    this.#stopRefresh = this.#options.clock.after(refreshEveryMs, () => {
      this.#isRefreshPlanned = false
      void this.#refresh()
    })
  }

  #rotate(): void {
    this.#sequence += 1
    void this.#refresh()
    this.#stopRotation = this.#options.clock.after(rotateEveryMs, () => this.#rotate())
  }

  #isLocked(): boolean {
    return this.#options.lock.isLocked
  }

  async #refresh(): Promise<void> {
    if (this.#isLocked()) return this.#showLocked()
    try {
      const reading = await readTray(this.#options.client)
      // The app may have been locked during the reading.
      if (this.#isLocked()) this.#showLocked()
      else if (this.#isOpen) this.#show(reading)
    } catch (error) {
      if (this.#isLocked()) this.#showLocked()
      else if (this.#isOpen) this.#options.logFault('tray', error)
    }
  }

  #showLocked(): void {
    if (!this.#isOpen) return
    const build = () => Menu.buildFromTemplate(buildLockedMenu(this.#options.actions))
    this.#menu.show(lockedWords(), build, true)
    if (this.#shown === lockedWords()) return
    this.#shown = lockedWords()
    this.#tray.setImage(this.#iconFor('closed'))
    this.#tray.setToolTip(lockedWords())
    if (process.platform === 'darwin') this.#tray.setTitle('')
  }

  #show(reading: TrayReading): void {
    const { clock, actions, lock } = this.#options
    const state = describeTray({ ...reading, canLock: lock.hasPin }, clock.now(), this.#sequence, maxTooltipLength)
    const { heading, quotes, accounts, isPaused, hidesAmounts, canLock } = state
    this.#menu.show(JSON.stringify([heading, quotes, accounts, isPaused, hidesAmounts, canLock]), () =>
      Menu.buildFromTemplate(buildTrayMenu(state, clock.now, actions)),
    )
    const next = JSON.stringify([state, nativeTheme.shouldUseDarkColors])
    if (next === this.#shown) return
    this.#shown = next
    this.#tray.setImage(this.#iconFor(state.icon))
    this.#tray.setToolTip(state.tooltip)
    if (process.platform === 'darwin') this.#tray.setTitle(state.title)
  }

  #iconFor(name: TrayState['icon']): NativeImage {
    const suffix = process.platform === 'darwin' ? 'Template' : nativeTheme.shouldUseDarkColors ? '-dark' : ''
    return nativeImage.createFromPath(join(this.#options.iconDir, `tray-${name}${suffix}.png`))
  }
}
