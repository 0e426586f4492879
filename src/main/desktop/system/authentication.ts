import { m } from '../../../shared/messages/messages.js'
import { systemPreferences } from 'electron'
import type { SystemAuthentication } from '../../lock/tries.ts'

/** Touch ID. Electron supports it on macOS only. */
export const systemAuthentication: SystemAuthentication = {
  isAvailable: () => process.platform === 'darwin' && systemPreferences.canPromptTouchID(),
  ask: () =>
    systemPreferences.promptTouchID(m.desktop_open_tidemark()).then(
      () => true,
      // Cancelled, or not recognized several times. The PIN still opens the app.
      () => false,
    ),
}
