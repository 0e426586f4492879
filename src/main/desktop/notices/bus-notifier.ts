import { m } from '#shared/messages/messages.js'
import { desktopEntryName } from '../system/identity.ts'
import type { Received, SessionBus } from '../system/session-bus.ts'
import type { Notifier, SystemNotification } from './show-notices.ts'

/** The Desktop Notifications Specification 1.3. */
const service = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const
/** The specification's name for a click on the notification itself. */
const click = 'default'
/** The icon name of the installed app. */
const icon = 'tidemark'
/** The desktop decides how long a notification stays. */
const defaultTimeout = -1

/**
 * Shows notifications through the Linux desktop, because Electron has no notification buttons there. `openBus` returns `null`
 * if there is no bus.
 */
export function createBusNotifier(openBus: () => Promise<SessionBus | null>): Notifier {
  const shown = new Map<number, SystemNotification>()
  /** How often all of them were taken back: one that is on its way meanwhile must not appear afterwards. */
  let clears = 0
  let opening: Promise<{ readonly bus: SessionBus; readonly capabilities: ReadonlySet<unknown> }> | null = null

  async function open() {
    const bus = await openBus()
    if (bus === null) throw new Error('Notifications need a D-Bus session bus, and there is none')
    bus.onLost(() => (opening = null))
    const signals = { owner: service.destination, path: service.path, interface: service.interface }
    // A busy process reads a signal together with the response that has the id: the response is handled first.
    await bus.subscribe(signals, (message) => setImmediate(handleSignal, message))
    const [capabilities] = await bus.call({ ...service, member: 'GetCapabilities' })
    return { bus, capabilities: new Set(Array.isArray(capabilities) ? capabilities : []) }
  }

  function handleSignal({ member, body }: Received): void {
    const [id, key] = body
    const notification = shown.get(Number(id))
    if (member === 'NotificationClosed') shown.delete(Number(id))
    if (member !== 'ActionInvoked' || notification === undefined) return
    if (key === click) notification.onClick()
    else notification.actions[Number(key)]?.run()
  }

  return {
    async show(notification) {
      const clearsBefore = clears
      // Try again after a failure: the desktop's notification service may start later.
      opening ??= open().catch((error: unknown) => {
        opening = null
        throw error
      })
      const { bus, capabilities } = await opening
      const { Variant } = await import('@jellybrick/dbus-next')
      if (clears !== clearsBefore) return
      const actions = capabilities.has('actions')
        ? [click, m.desktop_open(), ...notification.actions.flatMap(({ label }, index) => [String(index), label])]
        : []
      const body = capabilities.has('body-markup') ? escapeMarkup(notification.body) : notification.body
      const hints = { 'desktop-entry': new Variant('s', desktopEntryName), urgency: new Variant('y', 1) }
      const [id] = await bus.call({
        ...service,
        member: 'Notify',
        signature: 'susssasa{sv}i',
        body: ['Tidemark', 0, icon, notification.title, body, actions, hints, defaultTimeout],
      })
      if (clears === clearsBefore) shown.set(Number(id), notification)
      else await takeBack(bus, Number(id))
    },
    async clear() {
      clears += 1
      const ids = [...shown.keys()]
      shown.clear()
      if (ids.length === 0 || opening === null) return
      const { bus } = await opening
      for (const id of ids) await takeBack(bus, id)
    },
  }
}

const takeBack = (bus: SessionBus, id: number): Promise<unknown> =>
  bus.call({ ...service, member: 'CloseNotification', signature: 'u', body: [id] })

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
