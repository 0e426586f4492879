import type { Menu } from 'electron'
import { minuteMs } from '../../../shared/durations.ts'
import type { Clock } from '../../time/clock.ts'

/** A menu is taken as closed this long after it was opened, because not every panel reports the end. */
const maxOpenMs = minuteMs

/**
 * The menu of the tray icon. A new one replaces it only while it is closed: an open menu would close, or lose a click. Linux panels
 * do not report that it is open; they read a new menu while they show it.
 */
export class HeldMenu {
  readonly #clock: Pick<Clock, 'now'>
  readonly #set: (menu: Menu) => void
  /** Describes the content of the menu that is set. */
  #content = ''
  #openedAt: number | null = null

  constructor(clock: Pick<Clock, 'now'>, set: (menu: Menu) => void) {
    this.#clock = clock
    this.#set = set
  }

  /** Sets the menu if its content is new. Call it again later: an open menu stays as it is, unless the new one is urgent. */
  show(content: string, build: () => Menu, isUrgent = false): void {
    if (content === this.#content || (this.#isOpen && !isUrgent)) return
    this.#content = content
    const menu = build()
    menu.on('menu-will-show', () => (this.#openedAt = this.#clock.now()))
    menu.on('menu-will-close', () => (this.#openedAt = null))
    this.#openedAt = null
    this.#set(menu)
  }

  get #isOpen(): boolean {
    if (this.#openedAt === null) return false
    const openMs = this.#clock.now() - this.#openedAt
    return openMs >= 0 && openMs < maxOpenMs
  }
}
