import { app } from 'electron'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** With this the app starts in the tray, without a window. */
export const hiddenSwitch = 'hidden'

interface AutostartPaths {
  readonly configHome: string
  readonly executable: string
}

/** The entry by which Linux desktops start a program at login. */
export function autostartEntry(executable: string): string {
  const quoted = `"${executable.replace(/(["`$\\])/g, '\\$1')}"`
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Tidemark',
    `Exec=${quoted} --${hiddenSwitch}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

/** Writes or removes the entry on Linux. */
export function setAutostartFile({ configHome, executable }: AutostartPaths, isOn: boolean): void {
  const path = join(configHome, 'autostart', 'tidemark.desktop')
  if (!isOn) return rmSync(path, { force: true })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, autostartEntry(executable))
  renameSync(`${path}.new`, path)
}

/** Has the system start the installed app at login, hidden, or no longer. A checkout is left alone. */
export function setStartsWithSystem(isOn: boolean): void {
  if (!app.isPackaged) return
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: isOn, args: [`--${hiddenSwitch}`] })
  const configHome = process.env['XDG_CONFIG_HOME'] || join(app.getPath('home'), '.config')
  // Of an AppImage the file itself is to be started, not what it lays in a temporary folder.
  setAutostartFile({ configHome, executable: process.env['APPIMAGE'] ?? process.execPath }, isOn)
}
