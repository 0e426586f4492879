import { screenDigit, screens, type ScreenName } from '../navigation/screens.ts'

/** What a shortcut can do. */
export interface ShortcutActions {
  go(screen: ScreenName): void
  togglePrivacy(): void
  lock(): void
  openSheet(): void
  openSearch(): void
}

/** The lines of the shortcut sheet: an action and its keys. */
export const shortcutLines: readonly { readonly title: string; readonly keys: readonly string[] }[] = [
  ...screens.map(({ title, letter }, index) => {
    const digit = screenDigit(index)
    return { title, keys: [`g ${letter}`, ...(digit === null ? [] : [`Ctrl/⌘ ${digit}`])] }
  }),
  { title: 'Search instruments, screens and commands', keys: ['Ctrl/⌘ K'] },
  { title: 'Hide or show amounts', keys: ['h', 'Ctrl/⌘ Shift H'] },
  { title: 'Lock Tidemark, if there is a PIN', keys: ['Ctrl/⌘ Shift L'] },
  { title: 'Move in a table', keys: ['↑ ↓', 'Page ↑ ↓', 'Home', 'End'] },
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
    const isLock = event.code === 'KeyL' && event.shiftKey && (event.ctrlKey || event.metaKey)
    if (isLock) this.#actions.lock()
    if (!isLock && isModal()) return
    const isHandled =
      isLock || (event.ctrlKey || event.metaKey ? this.#withModifier(event) : !isTyping(event) && this.#plain(event))
    if (isHandled) event.preventDefault()
  }

  #withModifier(event: KeyboardEvent): boolean {
    if (event.shiftKey) {
      if (event.code !== 'KeyH') return false
      this.#actions.togglePrivacy()
      return true
    }
    // By its position, because the key types another letter on other keyboard layouts.
    if (event.code === 'KeyK' || event.key.toLowerCase() === 'k') {
      this.#actions.openSearch()
      return true
    }
    const screen = screens.find((_, index) => screenDigit(index) === event.key)
    if (!screen) return false
    this.#actions.go(screen.name)
    return true
  }

  #plain(event: KeyboardEvent): boolean {
    const isSecond = event.timeStamp - this.#leaderAt < sequenceMs
    this.#leaderAt = -Infinity
    const screen = isSecond && screens.find(({ letter }) => letter === event.key)
    if (screen) this.#actions.go(screen.name)
    else if (event.key === 'g') this.#leaderAt = event.timeStamp
    else if (event.key === 'h') this.#actions.togglePrivacy()
    else if (event.key === '?') this.#actions.openSheet()
    else return false
    return true
  }
}

const isModal = (): boolean => document.querySelector('dialog[open]') !== null

/** Radio buttons and check boxes do not take letters. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
}
