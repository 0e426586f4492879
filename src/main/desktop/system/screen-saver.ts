import type { SessionBus } from './session-bus.ts'

/** The programs that lock the screen on Linux desktops, with the places of their signals: GNOME and related desktops, KDE. */
const screenSavers = [
  { owner: 'org.gnome.ScreenSaver', path: '/org/gnome/ScreenSaver', interface: 'org.gnome.ScreenSaver' },
  { owner: 'org.freedesktop.ScreenSaver', path: '/ScreenSaver', interface: 'org.freedesktop.ScreenSaver' },
] as const

/** Calls `onLock` when the screen is locked on Linux, where Electron reports only sleep. Without a bus it is never called. */
export async function watchScreenSaver(openBus: () => Promise<SessionBus | null>, onLock: () => void): Promise<void> {
  const bus = process.platform === 'linux' ? await openBus() : null
  if (bus === null) return
  for (const screenSaver of screenSavers)
    await bus.subscribe(screenSaver, ({ member, body }) => {
      if (member === 'ActiveChanged' && body[0] === true) onLock()
    })
}
