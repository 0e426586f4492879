import { hasOwner, nameChanges, type SessionBus } from '../system/session-bus.ts'

const watcherName = 'org.kde.StatusNotifierWatcher'

/**
 * Reports whether this desktop shows tray icons, and each change. On Linux a program on the session bus shows them and may be
 * missing; without a bus (`null`) there is no tray. Other systems always show them.
 */
export async function watchTrayHost(
  openBus: () => Promise<SessionBus | null>,
  onChange: (hasTray: boolean) => void,
): Promise<void> {
  if (process.platform !== 'linux') return onChange(true)
  const bus = await openBus()
  if (bus === null) return onChange(false)
  bus.onLost(() => onChange(false))
  try {
    await bus.subscribe({ ...nameChanges, arg0: watcherName }, ({ member, body }) => {
      if (member === 'NameOwnerChanged' && body[0] === watcherName) onChange(body[2] !== '')
    })
    onChange(await hasOwner(bus, watcherName))
  } catch {
    onChange(false)
  }
}
