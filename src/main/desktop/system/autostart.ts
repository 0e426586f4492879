import { join } from 'node:path'
import { app } from 'electron'
import type { DesktopState } from '#shared/model/app/system.ts'
import {
  hasAutostartFile,
  hiddenSwitch,
  setAutostartFile,
  hasLoginItem,
  setLoginItem,
  wasStartedByLogin,
} from './autostart-entries.ts'

const configHome = (): string => process.env['XDG_CONFIG_HOME'] || join(app.getPath('home'), '.config')

/** Whether the system starts the app at login; unavailable when running from source. */
export function readAutostart(): DesktopState['autostart'] {
  if (!app.isPackaged) return 'unavailable'
  const isOn = process.platform === 'linux' ? hasAutostartFile(configHome()) : hasLoginItem(app)
  return isOn ? 'on' : 'off'
}

/** Turns starting the installed app at login (hidden) on or off. */
export function setAutostart(isOn: boolean): void {
  if (!app.isPackaged) return
  if (process.platform !== 'linux') return setLoginItem(app, isOn)
  // Start the AppImage file itself, not the executable that it mounts in a temporary folder.
  setAutostartFile({ configHome: configHome(), executable: process.env['APPIMAGE'] ?? process.execPath }, isOn)
}

/** Whether this start opens no window, as at login. */
export const isHiddenStart = (): boolean =>
  app.commandLine.hasSwitch(hiddenSwitch) || (process.platform === 'darwin' && wasStartedByLogin(app))
