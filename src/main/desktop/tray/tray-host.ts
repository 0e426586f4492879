import type { Clock } from '../../clock.ts'

const watcherName = 'org.kde.StatusNotifierWatcher'
const busTimeoutMs = 3_000
const busItself = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const

/**
 * Whether this desktop has a place for tray icons, and each change of that. Linux desktops may have none: there a program
 * on the session's bus keeps the icons. Without a bus there is none.
 */
export async function watchTrayHost(clock: Clock, onChange: (isThere: boolean) => void): Promise<() => void> {
  if (process.platform !== 'linux') {
    onChange(true)
    return () => undefined
  }
  try {
    const { Message, sessionBus } = await import('@jellybrick/dbus-next')
    const bus = sessionBus()
    // A bus that goes away takes the tray along; the error itself is of no use.
    const connection: NodeJS.EventEmitter = bus
    connection.on('error', () => onChange(false))
    const ask = (member: string, signature: string, body: unknown[]) =>
      withTimeout(bus.call(new Message({ ...busItself, member, signature, body })), clock)
    const rule = `type='signal',sender='${busItself.destination}',member='NameOwnerChanged',arg0='${watcherName}'`
    await ask('AddMatch', 's', [rule])
    bus.on('message', ({ member, body }) => {
      if (member === 'NameOwnerChanged' && body[0] === watcherName) onChange(body[2] !== '')
    })
    const answer = await ask('NameHasOwner', 's', [watcherName])
    onChange(answer?.body[0] === true)
    return () => bus.disconnect()
  } catch {
    onChange(false)
    return () => undefined
  }
}

function withTimeout<T>(promise: Promise<T>, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(busTimeoutMs, () => reject(new Error('The bus does not answer')))
    promise.then(resolve, reject).finally(stop)
  })
}
