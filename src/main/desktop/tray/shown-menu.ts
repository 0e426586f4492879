import type { Menu } from 'electron'
import { minuteMs } from '#shared/durations.ts'
import type { Clock } from '../../time/clock.ts'

/** After this time an open menu counts as closed, in case its closing is not reported. */
const maxOpenMs = minuteMs

/**
 * The menu of the tray icon. It is replaced only while it is closed, because an open menu would close. Linux panels do not report
 * that it is open: there a new menu replaces it at once, and the panel reads it again.
 */
export class ShownMenu {
  readonly #clock: Pick<Clock, 'now'>
  readonly #set: (menu: Menu) => void
  /** Describes the content of the menu that is set. */
  #content = ''
  #openedAt: number | null = null

  constructor(clock: Pick<Clock, 'now'>, set: (menu: Menu) => void) {
    this.#clock = clock
    this.#set = set
  }

  /** Sets the menu if its content is new. An open menu is replaced only by an urgent one; call this again later for the others. */
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
