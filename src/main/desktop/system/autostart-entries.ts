import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeFlushed } from '../../disk/flush.ts'
import { replaceFile } from '../../disk/replace-file.ts'

/** With this switch the app starts in the tray, without a window. */
export const hiddenSwitch = 'hidden'

interface AutostartPaths {
  readonly configHome: string
  readonly executable: string
}

const pathIn = (configHome: string): string => join(configHome, 'autostart', 'tidemark.desktop')

/** Whether the Linux autostart entry exists. */
export const hasAutostartFile = (configHome: string): boolean => existsSync(pathIn(configHome))

/** Writes or removes the entry. Throws AppError `internal` when the file cannot be written. */
export function setAutostartFile({ configHome, executable }: AutostartPaths, isOn: boolean): void {
  const path = pathIn(configHome)
  if (!isOn) return removeFlushed([path])
  mkdirSync(dirname(path), { recursive: true })
  replaceFile(path, autostartEntry(executable))
}

/**
 * Quotes a path for a desktop entry. Desktop Entry Specification: inside quotes, `"`, backtick, `$` and `\` are escaped, then
 * each `\` of the value once more; `%` is doubled.
 */
function autostartEntry(executable: string): string {
  const quoted = `"${executable.replace(/(["`$\\])/g, '\\$1')}"`.replaceAll('\\', '\\\\').replaceAll('%', '%%')
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Tidemark',
    `Exec=${quoted} --${hiddenSwitch}`,
    'Icon=tidemark',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

/** The used part of Electron's `app`. */
export interface LoginItems {
  getLoginItemSettings(options?: { args?: string[] }): {
    readonly openAtLogin: boolean
    readonly wasOpenedAtLogin: boolean
  }
  setLoginItemSettings(settings: { openAtLogin: boolean; args?: string[] }): void
}

const hidden = { args: [`--${hiddenSwitch}`] }

/** Whether macOS or Windows starts the app at login. Windows compares the arguments too. */
export const hasLoginItem = (items: LoginItems): boolean => items.getLoginItemSettings(hidden).openAtLogin

/** Turns starting at login on macOS or Windows on or off. */
export const setLoginItem = (items: LoginItems, isOn: boolean): void =>
  items.setLoginItemSettings({ openAtLogin: isOn, ...hidden })

/** Whether macOS started the app at login. It passes no arguments that show this. */
export const wasStartedByLogin = (items: LoginItems): boolean => items.getLoginItemSettings().wasOpenedAtLogin
