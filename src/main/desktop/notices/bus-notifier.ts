import { desktopEntryName } from '../identity.ts'
import type { SessionBus } from '../session-bus.ts'
import type { Notifier, Told } from './notifier.ts'

/** The Desktop Notifications Specification 1.3. */
const service = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const
/** The spec's name for a click on the notification itself. */
const click = 'default'
/** As the installed app names it. */
const icon = 'tidemark'
const asTheDesktopLikes = -1

/** By the Linux desktop itself: Electron shows there no buttons. `openBus` answers `null` where there is no bus. */
export function createBusNotifier(openBus: () => Promise<SessionBus | null>): Notifier {
  const shown = new Map<number, Told>()
  let opening: Promise<{ readonly bus: SessionBus; readonly can: ReadonlySet<unknown> }> | null = null

  async function open() {
    const bus = await openBus()
    if (bus === null) throw new Error('There is no session bus to show notifications by')
    bus.onLost(() => (opening = null))
    await bus.hear(`type='signal',interface='${service.interface}',path='${service.path}'`, (message) => {
      if (message.interface !== service.interface) return
      const [id, key] = message.body
      const told = shown.get(Number(id))
      if (message.member === 'NotificationClosed') shown.delete(Number(id))
      if (message.member !== 'ActionInvoked' || told === undefined) return
      if (key === click) told.onClick()
      else told.actions[Number(key)]?.run()
    })
    const [can] = await bus.call({ ...service, member: 'GetCapabilities' })
    return { bus, can: new Set(Array.isArray(can) ? can : []) }
  }

  return {
    async show(told) {
      // A desktop whose service comes later, or with another session, is asked again.
      opening ??= open().catch((error: unknown) => {
        opening = null
        throw error
      })
      const { bus, can } = await opening
      const { Variant } = await import('@jellybrick/dbus-next')
      const actions = can.has('actions')
        ? [click, 'Open', ...told.actions.flatMap(({ label }, index) => [String(index), label])]
        : []
      const body = can.has('body-markup') ? escapeMarkup(told.body) : told.body
      const hints = { 'desktop-entry': new Variant('s', desktopEntryName), urgency: new Variant('y', 1) }
      const [id] = await bus.call({
        ...service,
        member: 'Notify',
        signature: 'susssasa{sv}i',
        body: ['Tidemark', 0, icon, told.title, body, actions, hints, asTheDesktopLikes],
      })
      shown.set(Number(id), told)
    },
  }
}

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
