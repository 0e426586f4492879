import { screens, type ScreenName } from './screens.ts'

/** What the keyboard can ask of the shell. */
export interface ShortcutActions {
  go(screen: ScreenName): void
  togglePrivacy(): void
  openSheet(): void
  openSearch(): void
}

/** The sheet's lines: what is done, by which keys. */
export const shortcutLines: readonly { readonly title: string; readonly keys: readonly string[] }[] = [
  ...screens.map(({ title, letter }, index) => ({ title, keys: [`g ${letter}`, `Ctrl/⌘ ${index + 1}`] })),
  { title: 'Search instruments, screens and commands', keys: ['Ctrl/⌘ K'] },
  { title: 'Hide or show amounts', keys: ['h', 'Ctrl/⌘ Shift H'] },
  { title: 'Walk a table', keys: ['↑ ↓', 'Page ↑ ↓', 'Home', 'End'] },
  { title: 'Open the row', keys: ['Enter'] },
  { title: 'Next or previous part of an instrument', keys: ['j', 'k'] },
  { title: 'Choose an order; cancel what is chosen', keys: ['Space', 'Delete'] },
  { title: 'Draw the price of a watchlist’s row; remove the row', keys: ['Space', 'Delete'] },
  { title: 'Move a row, a column or a tab of a watchlist', keys: ['Alt ↑ ↓', 'Alt ← →'] },
  { title: 'Next or previous watchlist', keys: ['← →'] },
  { title: 'Select transactions', keys: ['Space', 'Shift ↑ ↓', 'Ctrl/⌘ A'] },
  { title: 'Copy what is selected', keys: ['Ctrl/⌘ C'] },
  { title: 'This sheet', keys: ['?'] },
]

/** How long after `g` its letter still counts. */
const sequenceMs = 1500

/** Turns key presses into actions; keys that something is being typed with are left alone. */
export class Shortcuts {
  readonly #actions: ShortcutActions
  #leaderAt = -Infinity

  constructor(actions: ShortcutActions) {
    this.#actions = actions
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.altKey || isModal()) return
    const isHandled =
      event.ctrlKey || event.metaKey ? this.#withModifier(event) : !isTyping(event) && this.#plain(event)
    if (isHandled) event.preventDefault()
  }

  #withModifier(event: KeyboardEvent): boolean {
    if (event.shiftKey) {
      if (event.code !== 'KeyH') return false
      this.#actions.togglePrivacy()
      return true
    }
    // By its place: the key has another letter on another keyboard.
    if (event.code === 'KeyK' || event.key.toLowerCase() === 'k') {
      this.#actions.openSearch()
      return true
    }
    const screen = screens[Number(event.key) - 1]
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

/** Radio buttons and check boxes take no letters. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
}
