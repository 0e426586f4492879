import { Message, sessionBus, Variant, type MessageBus } from '@jellybrick/dbus-next'
import { until } from '../../fakes/until.ts'

const watcherName = 'org.kde.StatusNotifierWatcher'
const properties: Readonly<Record<string, Variant>> = {
  IsStatusNotifierHostRegistered: new Variant('b', true),
  ProtocolVersion: new Variant('i', 0),
}

const maxAttempts = 3

/** A menu item as read over the bus. */
export interface MenuLine {
  readonly id: number
  readonly label: string
  readonly isChecked: boolean
  readonly children: readonly MenuLine[]
}

/** Replaces the panel on a session's bus. */
export class TrayStandIn {
  readonly #bus: MessageBus
  /** The bus names of the icons in the panel. */
  readonly items: string[] = []

  constructor(busAddress: string) {
    this.#bus = sessionBus({ busAddress })
    this.#bus.addMethodHandler((message) => this.#answer(message))
  }

  /** The part of the panel's interface that an icon needs. */
  #answer(message: Message): boolean {
    const { path, member, body, sender } = message
    if (path !== '/StatusNotifierWatcher') return false
    const known = member === 'Get' ? properties[String(body[1])] : undefined
    if (known !== undefined) this.#bus.send(Message.newMethodReturn(message, 'v', [known]))
    else if (member === 'GetAll') this.#bus.send(Message.newMethodReturn(message, 'a{sv}', [properties]))
    else if (member === 'RegisterStatusNotifierItem') {
      // A bus name, or an object path of the caller.
      const item = String(body[0])
      this.items.push(item.startsWith('/') ? `${sender ?? ''}${item}` : item)
      this.#bus.send(Message.newMethodReturn(message, '', []))
    } else return false
    return true
  }

  async appear(): Promise<void> {
    await this.#bus.requestName(watcherName)
  }

  /** Removes icons of programs that have ended. */
  forget(): void {
    this.items.length = 0
  }

  async disappear(): Promise<void> {
    this.forget()
    await this.#bus.releaseName(watcherName)
  }

  async tooltip(): Promise<string> {
    const [, , title, text] = (await this.#property('ToolTip')) as [string, unknown, string, string]
    return `${title}\n${text}`
  }

  /** The opacity of each pixel of the icon, row by row: its shape, independent of its colours. */
  async icon(): Promise<string> {
    const [first] = (await this.#property('IconPixmap')) as [number, number, Uint8Array][]
    const pixels = first?.[2] ?? new Uint8Array()
    return Buffer.from(pixels.filter((_, index) => index % 4 === 0)).toString('base64')
  }

  /** The brightness of the icon, from 0 to 255. */
  async iconLightness(): Promise<number> {
    const [first] = (await this.#property('IconPixmap')) as [number, number, Uint8Array][]
    const pixels = first?.[2] ?? new Uint8Array()
    // Each pixel is alpha, red, green, blue.
    const drawn = Array.from({ length: pixels.length / 4 }, (_, index) => pixels.subarray(4 * index, 4 * index + 4))
    const solid = drawn.filter(([alpha = 0]) => alpha === 255)
    return solid.reduce((sum, [, red = 0, green = 0, blue = 0]) => sum + (red + green + blue) / 3, 0) / solid.length
  }

  async menu(): Promise<readonly MenuLine[]> {
    const path = String(await this.#property('Menu'))
    const reply = await this.#call(path, 'com.canonical.dbusmenu', 'GetLayout', 'iias', [0, -1, []])
    return readLine(reply[1]).children
  }

  /** Clicks an item. If the app has replaced the menu since it was read, it is read again, as a panel does after the signal. */
  async press(label: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const line = flatten(await this.menu()).find((item) => item.label === label)
      if (line === undefined) throw new Error(`The menu has no "${label}"`)
      const path = String(await this.#property('Menu'))
      const body = [line.id, 'clicked', new Variant('s', ''), 0]
      try {
        await this.#call(path, 'com.canonical.dbusmenu', 'Event', 'isvu', body)
        return
      } catch (error) {
        if (attempt === maxAttempts) throw error
      }
    }
  }

  async activate(): Promise<void> {
    await this.#call(null, 'org.kde.StatusNotifierItem', 'Activate', 'ii', [0, 0])
  }

  close(): void {
    this.#bus.disconnect()
  }

  async #property(name: string): Promise<unknown> {
    const body = ['org.kde.StatusNotifierItem', name]
    const [value] = await this.#call(null, 'org.freedesktop.DBus.Properties', 'Get', 'ss', body)
    return value instanceof Variant ? value.value : value
  }

  /** Calls the newest icon; waits until there is one. A `null` path is the icon's own. */
  async #call(itsPath: string | null, iface: string, member: string, signature: string, body: unknown[]) {
    const items = await until(
      () => this.items,
      ({ length }) => length > 0,
    )
    const [, destination = '', own = '/StatusNotifierItem'] = /^([^/]*)(\/.*)?/.exec(items.at(-1) ?? '') ?? []
    const path = itsPath ?? own
    const reply = await this.#bus.call(new Message({ destination, path, interface: iface, member, signature, body }))
    return reply?.body ?? []
  }
}

const valueOf = (value: unknown): unknown => (value instanceof Variant ? value.value : value)

function readLine(raw: unknown): MenuLine {
  const [id, properties, children] = valueOf(raw) as [number, Record<string, unknown>, unknown[]]
  return {
    id,
    label: String(valueOf(properties['label']) ?? ''),
    isChecked: valueOf(properties['toggle-state']) === 1,
    children: children.map(readLine),
  }
}

/** All items of a menu, including its submenus. */
export const flatten = (lines: readonly MenuLine[]): MenuLine[] =>
  lines.flatMap((line) => [line, ...flatten(line.children)])
