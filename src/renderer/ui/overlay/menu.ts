import { toOtherLayout } from '#shared/text/keyboard-layout.ts'

/** An action of a menu, or a link. */
export interface MenuItem {
  readonly label: string
  /** The address of a link. */
  readonly href?: string
  readonly onselect?: () => void
  /** The shortcut key of the same action outside the menu. */
  readonly keys?: string
  readonly isDanger?: boolean
  /** Whether a line is drawn above it. */
  readonly startsGroup?: boolean
}

/** A menu that is open at a position in the window, px. */
export interface OpenMenu {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly x: number
  readonly y: number
}

/** Whether a key opens the menu of the focused row. Not every system reports these keys as a request for a context menu. */
export const isMenuKey = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean =>
  key === 'ContextMenu' || (shiftKey && key === 'F10')

/** Where the menu of a row opens: at the pointer, or below the row if it is opened with a key, which has no position. */
export function menuPlace(event: Event, row: Element): Pick<OpenMenu, 'x' | 'y'> {
  const { clientX: x, clientY: y } = event instanceof MouseEvent ? event : { clientX: 0, clientY: 0 }
  const { left, bottom } = row.getBoundingClientRect()
  return x === 0 && y === 0 ? { x: left, y: bottom } : { x, y }
}

/** The index that a key moves to in a menu, wrapping around at its ends; `undefined` if the key does not move. */
export function menuIndexAfter(key: string, at: number, labels: readonly string[]): number | undefined {
  const count = labels.length
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return undefined
  // A letter moves to the next item that starts with it, or with the letter of the same key on the other keyboard layout.
  const order = labels.map((_, index) => (at + 1 + index) % count)
  const startsWith = (letter: string) => order.find((index) => labels[index]?.toLowerCase().startsWith(letter))
  return startsWith(key.toLowerCase()) ?? startsWith(toOtherLayout(key) ?? key)
}
