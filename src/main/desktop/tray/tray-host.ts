import { hasOwner, type SessionBus } from '../session-bus.ts'

const watcherName = 'org.kde.StatusNotifierWatcher'

/**
 * Whether this desktop has a place for tray icons, and each change of that. Linux desktops may have none: there a program
 * on the session's bus keeps the icons. Without a bus (`null`) there is none; other systems always have one.
 */
export async function watchTrayHost(
  openBus: () => Promise<SessionBus | null>,
  onChange: (isThere: boolean) => void,
): Promise<void> {
  if (process.platform !== 'linux') return onChange(true)
  const bus = await openBus()
  if (bus === null) return onChange(false)
  bus.onLost(() => onChange(false))
  try {
    const rule = `type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${watcherName}'`
    await bus.hear(rule, ({ member, body }) => {
      if (member === 'NameOwnerChanged' && body[0] === watcherName) onChange(body[2] !== '')
    })
    onChange(await hasOwner(bus, watcherName))
  } catch {
    onChange(false)
  }
}
