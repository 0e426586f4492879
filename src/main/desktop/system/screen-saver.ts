import type { SessionBus } from './session-bus.ts'

/** The programs of Linux desktops that lock the screen, and where each announces it: GNOME and its relatives, KDE. */
const screenSavers = [
  { owner: 'org.gnome.ScreenSaver', path: '/org/gnome/ScreenSaver', interface: 'org.gnome.ScreenSaver' },
  { owner: 'org.freedesktop.ScreenSaver', path: '/ScreenSaver', interface: 'org.freedesktop.ScreenSaver' },
] as const

/** Calls back whenever the screen is locked on Linux, where Electron announces only sleep. Without a bus, never. */
export async function watchScreenSaver(openBus: () => Promise<SessionBus | null>, onLock: () => void): Promise<void> {
  const bus = process.platform === 'linux' ? await openBus() : null
  if (bus === null) return
  for (const screenSaver of screenSavers)
    await bus.subscribe(screenSaver, ({ member, body }) => {
      if (member === 'ActiveChanged' && body[0] === true) onLock()
    })
}
