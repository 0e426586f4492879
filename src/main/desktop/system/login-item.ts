import { hiddenSwitch } from './autostart-file.ts'

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

/** Whether macOS started the app at login: it passes no arguments that say so. */
export const wasStartedByLogin = (items: LoginItems): boolean => items.getLoginItemSettings().wasOpenedAtLogin
