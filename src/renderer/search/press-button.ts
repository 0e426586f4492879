import { secondMs } from '../../shared/durations.ts'

/** The time within which a screen must show a button. */
const waitMs = 5 * secondMs
/** The time within which the panels of a screen arrive. */
const settleMs = 2 * secondMs

/** A button of the screen that a command can press. */
export interface ScreenButton {
  readonly title: string
  readonly element: HTMLElement
}

/**
 * The buttons of the current screen that have their own action. Not included: buttons in rows, lists and table headings,
 * and those that the palette offers everywhere.
 */
export function listButtons(main: Element | null): ScreenButton[] {
  const found = new Map<string, HTMLElement>()
  for (const element of main?.querySelectorAll<HTMLElement>('button:not(:disabled, [data-command])') ?? []) {
    if (element.closest('table, li, [role=grid], [role=radiogroup], [role=tablist], dialog, [popover]') !== null)
      continue
    const title = nameOf(element)
    if (title !== '' && !found.has(title) && isVisible(element)) found.set(title, element)
  }
  return [...found].map(([title, element]) => ({ title, element }))
}

/** Presses a button like a click. It has the focus first, so that a dialog that it opens returns the focus to it. */
export function press(element: HTMLElement): void {
  element.focus()
  element.click()
}

/** Presses the button of a command as soon as the screen shows it and it is enabled. */
export function pressWhenThere(command: string): void {
  const find = () => document.querySelector<HTMLElement>(`main [data-command="${command}"]:not(:disabled)`)
  const tryNow = (): boolean => {
    const element = find()
    if (element === null) return false
    stop()
    press(element)
    keepFocusInView()
    return true
  }
  const observer = new MutationObserver(() => void tryNow())
  const timer = setTimeout(() => stop(), waitMs)
  const stop = (): void => {
    observer.disconnect()
    clearTimeout(timer)
  }
  if (!tryNow()) observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

/** Panels of a new screen that arrive later move what was pressed or shown: it stays in view while it has the focus. */
function keepFocusInView(): void {
  const focused = document.activeElement
  const observer = new MutationObserver(() => {
    if (document.activeElement === focused) focused?.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(document.body, { subtree: true, childList: true })
  setTimeout(() => observer.disconnect(), settleMs)
}

const nameOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim()

/** jsdom, which has no layout, lacks the method. */
const isVisible = (element: HTMLElement): boolean =>
  !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true })
