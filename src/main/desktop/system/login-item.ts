import { hiddenSwitch } from './autostart-file.ts'

/** What of Electron's `app` is used. */
export interface LoginItems {
  getLoginItemSettings(options?: { args?: string[] }): {
    readonly openAtLogin: boolean
    readonly wasOpenedAtLogin: boolean
  }
  setLoginItemSettings(settings: { openAtLogin: boolean; args?: string[] }): void
}

const hidden = { args: [`--${hiddenSwitch}`] }

/** Whether macOS or Windows starts the app at login. Windows answers for the very arguments that it was told. */
export const hasLoginItem = (items: LoginItems): boolean => items.getLoginItemSettings(hidden).openAtLogin

/** Has macOS or Windows start the app at login, or no longer. */
export const setLoginItem = (items: LoginItems, isOn: boolean): void =>
  items.setLoginItemSettings({ openAtLogin: isOn, ...hidden })

/** Whether the login started the app: macOS hands it no arguments that say so. */
export const wasStartedByLogin = (items: LoginItems): boolean => items.getLoginItemSettings().wasOpenedAtLogin
