import { Menu, nativeImage, nativeTheme, Tray, type Rectangle } from 'electron'
import { join } from 'node:path'
import type { Client } from '../../../shared/client.ts'
import type { Topic } from '../../../shared/contract.ts'
import type { Clock } from '../../clock.ts'
import { buildTrayMenu, type TrayActions } from './tray-menu.ts'
import { readTray, type TrayReading } from './tray-reading.ts'
import { describeTray, type TrayState } from './tray-state.ts'

interface TrayOptions {
  readonly client: Client
  readonly clock: Clock
  readonly iconDir: string
  readonly actions: TrayActions
  readonly logFault: (where: string, error: unknown) => void
}

const topics: readonly Topic[] = [
  'profile.changed',
  'settings.changed',
  'connection.changed',
  'accounts.changed',
  'quotes.changed',
  'schedules.changed',
]
/** Busy topics move the tray at most this often. */
const settleMs = 2_000
/** Windows cuts off what is longer. */
const longestTooltip = process.platform === 'win32' ? 127 : Infinity
/** Ages and turns move on by themselves. */
const turnMs = 15_000

export interface OpenTray {
  /** Where the icon is; `null` where the system does not tell. */
  bounds(): Rectangle | null
  close(): void
}

/** The icon in the system's tray, kept in step with the monitor. */
export function openTray({ client, clock, iconDir, actions, logFault }: TrayOptions): OpenTray {
  const tray = new Tray(iconOf('closed'))
  let shown = ''
  let turn = 0
  let isOpen = true
  let isWaiting = false
  let stopTimer = (): void => undefined
  let stopTurn = (): void => undefined

  function iconOf(name: TrayState['icon']) {
    const suffix = process.platform === 'darwin' ? 'Template' : nativeTheme.shouldUseDarkColors ? '-dark' : ''
    return nativeImage.createFromPath(join(iconDir, `tray-${name}${suffix}.png`))
  }

  function show(reading: TrayReading): void {
    const now = clock.now()
    const state = describeTray(reading, now, turn, longestTooltip)
    // Setting what is shown already would close a menu that is open.
    const next = JSON.stringify([state, nativeTheme.shouldUseDarkColors])
    if (next === shown) return
    shown = next
    tray.setImage(iconOf(state.icon))
    tray.setToolTip(state.tooltip)
    if (process.platform === 'darwin') tray.setTitle(state.title)
    tray.setContextMenu(Menu.buildFromTemplate(buildTrayMenu(state, clock.now, actions)))
  }

  async function refresh(): Promise<void> {
    try {
      const reading = await readTray(client)
      if (isOpen) show(reading)
    } catch (error) {
      logFault('tray', error)
    }
  }

  function soon(): void {
    if (isWaiting) return
    isWaiting = true
    stopTimer = clock.after(settleMs, () => {
      isWaiting = false
      void refresh()
    })
  }

  function nextTurn(): void {
    turn += 1
    void refresh()
    stopTurn = clock.after(turnMs, nextTurn)
  }

  tray.setToolTip('Tidemark')
  tray.setContextMenu(Menu.buildFromTemplate(buildTrayMenu(null, clock.now, actions)))
  tray.on('click', () => actions.glance())
  nativeTheme.on('updated', soon)
  const stops = topics.map((topic) => client.on(topic, soon))
  nextTurn()
  return {
    bounds() {
      const bounds = tray.getBounds()
      return bounds.width === 0 ? null : bounds
    },
    close() {
      isOpen = false
      stopTimer()
      stopTurn()
      for (const stop of stops) stop()
      nativeTheme.off('updated', soon)
      tray.destroy()
    },
  }
}
