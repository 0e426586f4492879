import type { SystemPreferences } from 'electron'
import { m } from '#shared/messages/messages.js'
import type { SystemAuthentication } from '../../lock/system-unlock.ts'

/** Touch ID; macOS may accept an Apple Watch or the password of its user in its place. Electron supports it on macOS only. */
export const createTouchId = (
  preferences: Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'>,
  platform: NodeJS.Platform,
): SystemAuthentication => ({
  isAvailable: () => platform === 'darwin' && preferences.canPromptTouchID(),
  confirm: () =>
    preferences.promptTouchID(m.desktop_open_tidemark()).then(
      () => true,
      // Electron rejects alike when the user cancels and when macOS does not recognize the user.
      () => false,
    ),
})
