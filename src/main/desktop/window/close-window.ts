/** The situation when the user closes the main window. */
interface CloseSituation {
  readonly isQuitting: boolean
  readonly closesToTray: boolean
  readonly hasTray: boolean
  readonly platform: NodeJS.Platform
}

/** The effect of closing the main window: quit the app, keep it in the tray or, without a tray, minimize the window. */
export function decideClosing({
  isQuitting,
  closesToTray,
  hasTray,
  platform,
}: CloseSituation): 'quit' | 'tray' | 'minimize' {
  // On macOS an app without windows stays in the dock, as users expect.
  if (isQuitting || !closesToTray || platform === 'darwin') return 'quit'
  return hasTray ? 'tray' : 'minimize'
}
