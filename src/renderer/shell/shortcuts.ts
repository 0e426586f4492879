import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'
import { leaveFilter } from '../lib/keyboard/leave-filter.ts'
import { moveInList } from '../lib/keyboard/list-keys.ts'
import { moveToPart } from '../lib/keyboard/part-keys.ts'
import { isQuestionMark, isSlash, isTyping, letterOf } from '../lib/keyboard/shortcut-letter.ts'
import { screenDigit, screens, screenTitle, type ScreenName } from '../navigation/screens.ts'

/** The actions of the shortcuts. */
export interface ShortcutActions {
  go(screen: ScreenName): void
  togglePrivacy(): void
  lock(): void
  openSheet(): void
  openSearch(): void
  /** Moves the focus to the filter of the screen, or opens the search if it has none. Returns whether the focus was elsewhere. */
  filter(): boolean
}

/** The lines of the shortcut sheet: an action and its keys. */
export const shortcutLines: readonly { readonly title: string; readonly keys: readonly string[] }[] = texts([
  ...screens.map(({ name, letter }, index) => {
    const digit = screenDigit(index)
    return { title: () => screenTitle(name), keys: [`g ${letter}`, ...(digit === null ? [] : [`Ctrl/⌘ ${digit}`])] }
  }),
  { title: m.shell_search_for_all, keys: ['Ctrl/⌘ K'] },
  { title: m.shell_filter_the_screen, keys: ['/', 'Ctrl/⌘ F'] },
  { title: m.shell_leave_the_filter, keys: ['Escape'] },
  { title: m.shell_back_and_forward, keys: ['Alt ← →', '⌘ [ ]'] },
  { title: m.shell_hide_or_show_amounts, keys: ['h', 'Ctrl/⌘ Shift H'] },
  { title: m.shell_lock_tidemark, keys: ['Ctrl/⌘ Shift L'] },
  { title: m.shell_move_in_a_table, keys: ['↑ ↓', 'Page ↑ ↓', 'Home', 'End'] },
  { title: m.shell_open_the_row, keys: ['Enter'] },
  { title: m.shell_links_of_a_row, keys: ['→', '←'] },
  { title: m.shell_menu_of_a_row, keys: ['Shift F10'] },
  { title: m.shell_section_of_the_screen, keys: ['j', 'k'] },
  { title: m.shell_select_an_order, keys: [m.shell_space_key, 'Delete'] },
  { title: m.shell_chart_a_watchlist_row, keys: [m.shell_space_key, 'Delete'] },
  { title: m.shell_move_in_a_watchlist, keys: ['Alt ↑ ↓', 'Alt ← →'] },
  { title: m.shell_undo_in_a_watchlist, keys: ['Ctrl/⌘ Z'] },
  { title: m.shell_next_watchlist, keys: ['← →'] },
  { title: m.shell_select_transactions, keys: [m.shell_space_key, 'Shift ↑ ↓', 'Ctrl/⌘ A'] },
  { title: m.shell_copy_the_selection, keys: ['Ctrl/⌘ C'] },
  { title: m.row_groups_group_selected_transactions, keys: ['Ctrl/⌘ G'] },
  { title: m.shell_show_shortcuts, keys: ['?'] },
])

/** How long after `g` the letter of a screen is accepted. */
const sequenceMs = 1500

/** Turns key presses into actions, except while the user types in a field or a dialog is open. */
export class Shortcuts {
  readonly #actions: ShortcutActions
  #leaderAt = -Infinity

  constructor(actions: ShortcutActions) {
    this.#actions = actions
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    // The lock works in every state, because another person may be approaching the desk.
    const isLock = letterOf(event) === 'l' && event.shiftKey && (event.ctrlKey || event.metaKey)
    if (isLock) this.#actions.lock()
    if (!isLock && isModal()) return
    const isHandled =
      isLock ||
      (event.ctrlKey || event.metaKey ? this.#withModifier(event) : !isTyping(event) && this.#plain(event)) ||
      (!event.ctrlKey && !event.metaKey && !event.shiftKey && (moveInList(event) || leaveFilter(event)))
    if (isHandled) event.preventDefault()
  }

  #withModifier(event: KeyboardEvent): boolean {
    if (event.shiftKey) {
      if (letterOf(event) !== 'h') return false
      this.#actions.togglePrivacy()
      return true
    }
    const letter = letterOf(event)
    if (letter === 'k') {
      this.#actions.openSearch()
      return true
    }
    // A second time, the browser searches the page.
    if (letter === 'f') return this.#actions.filter()
    const screen = screens.find((_, index) => screenDigit(index) === letter)
    if (!screen) return false
    this.#actions.go(screen.name)
    return true
  }

  #plain(event: KeyboardEvent): boolean {
    const isSecond = event.timeStamp - this.#leaderAt < sequenceMs
    this.#leaderAt = -Infinity
    const pressed = event.shiftKey ? '' : letterOf(event)
    const screen = isSecond && screens.find(({ letter }) => letter === pressed)
    if (screen) this.#actions.go(screen.name)
    else if (pressed === 'g') this.#leaderAt = event.timeStamp
    else if (pressed === 'h') this.#actions.togglePrivacy()
    else if (isQuestionMark(event)) this.#actions.openSheet()
    else if (isSlash(event)) this.#actions.filter()
    else if (pressed === 'j') return moveToPart(1)
    else if (pressed === 'k') return moveToPart(-1)
    else return false
    return true
  }
}

const isModal = (): boolean => document.querySelector('dialog[open]') !== null
