import { systemPreferences } from 'electron'
import type { SystemAuthentication } from '../../lock/tries.ts'

/** Touch ID. Electron can ask on macOS only. */
export const systemAuthentication: SystemAuthentication = {
  isAvailable: () => process.platform === 'darwin' && systemPreferences.canPromptTouchID(),
  ask: () =>
    systemPreferences.promptTouchID('open Tidemark').then(
      () => true,
      // Cancelled, or not recognized several times: the PIN still opens it.
      () => false,
    ),
}
