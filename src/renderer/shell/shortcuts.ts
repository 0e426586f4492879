import { isQuestionMark, isSlash, isTyping, letterOf } from '../lib/keyboard/letters.ts'
import { moveInList } from '../lib/keyboard/list-keys.ts'
import { screenDigit, screens, type ScreenName } from '../navigation/screens.ts'

/** What a shortcut can do. */
export interface ShortcutActions {
  go(screen: ScreenName): void
  togglePrivacy(): void
  lock(): void
  openSheet(): void
  openSearch(): void
  /** Moves the focus to the filter of the screen, or opens the search where there is none. */
  filter(): void
}

/** The lines of the shortcut sheet: an action and its keys. */
export const shortcutLines: readonly { readonly title: string; readonly keys: readonly string[] }[] = [
  ...screens.map(({ title, letter }, index) => {
    const digit = screenDigit(index)
    return { title, keys: [`g ${letter}`, ...(digit === null ? [] : [`Ctrl/⌘ ${digit}`])] }
  }),
  { title: 'Search instruments, screens and commands', keys: ['Ctrl/⌘ K'] },
  { title: 'Filter what the screen lists', keys: ['/'] },
  { title: 'Hide or show amounts', keys: ['h', 'Ctrl/⌘ Shift H'] },
  { title: 'Lock Tidemark, if there is a PIN', keys: ['Ctrl/⌘ Shift L'] },
  { title: 'Move in a table or a list', keys: ['↑ ↓', 'Page ↑ ↓', 'Home', 'End'] },
  { title: 'Open the row', keys: ['Enter'] },
  { title: 'Next or previous part of an instrument', keys: ['j', 'k'] },
  { title: 'Select an order; cancel the selected orders', keys: ['Space', 'Delete'] },
  { title: 'Chart a watchlist row; remove it', keys: ['Space', 'Delete'] },
  { title: 'Move a row, a column or a tab of a watchlist', keys: ['Alt ↑ ↓', 'Alt ← →'] },
  { title: 'Next or previous watchlist', keys: ['← →'] },
  { title: 'Select transactions', keys: ['Space', 'Shift ↑ ↓', 'Ctrl/⌘ A'] },
  { title: 'Copy the selection', keys: ['Ctrl/⌘ C'] },
  { title: 'Show shortcuts', keys: ['?'] },
]

/** Said under the lines of the sheet. */
export const layoutNote =
  'On a keyboard layout without Latin letters, press the key where a Latin layout has the letter.'

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
    // Whatever is open: somebody comes to the desk.
    const isLock = letterOf(event) === 'l' && event.shiftKey && (event.ctrlKey || event.metaKey)
    if (isLock) this.#actions.lock()
    if (!isLock && isModal()) return
    const isHandled =
      isLock ||
      (event.ctrlKey || event.metaKey ? this.#withModifier(event) : !isTyping(event) && this.#plain(event)) ||
      (!event.ctrlKey && !event.metaKey && !event.shiftKey && moveInList(event))
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
    else return false
    return true
  }
}

const isModal = (): boolean => document.querySelector('dialog[open]') !== null
