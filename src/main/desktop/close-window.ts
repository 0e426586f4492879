/** How things stand as a person closes the main window. */
interface Closing {
  readonly isQuitting: boolean
  readonly closesToTray: boolean
  readonly hasTray: boolean
  readonly platform: NodeJS.Platform
}

/** What a closing main window does: ends the app with it, leaves the app in the tray, or, where there is none, gets small. */
export function decideClosing({ isQuitting, closesToTray, hasTray, platform }: Closing): 'end' | 'tray' | 'minimize' {
  // On macOS an app without windows is in the dock, as a person expects.
  if (isQuitting || !closesToTray || platform === 'darwin') return 'end'
  return hasTray ? 'tray' : 'minimize'
}
