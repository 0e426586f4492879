import { endRestoredScroll, keepFocusInView } from '../lib/view-state/reveal.ts'
import { whenThere } from './when-there.ts'

/** A button of the screen that a command can press. */
export interface ScreenButton {
  readonly title: string
  readonly element: HTMLElement
  /** Whether the title names what the screen shows: "New alert for Apple Inc.…". */
  readonly isAboutShown: boolean
}

/**
 * The buttons of the current screen that have their own action. Not included: buttons in rows, lists and table headings,
 * and those that the palette offers everywhere.
 */
export function listButtons(main: Element | null): ScreenButton[] {
  const found = new Map<string, ScreenButton>()
  for (const element of main?.querySelectorAll<HTMLElement>('button:not(:disabled, [data-command])') ?? []) {
    if (element.closest('table, li, [role=grid], [role=radiogroup], [role=tablist], dialog, [popover]') !== null)
      continue
    const ownTitle = element.dataset['paletteTitle']
    const title = ownTitle ?? nameOf(element)
    if (title !== '' && !found.has(title) && isVisible(element))
      found.set(title, { title, element, isAboutShown: ownTitle !== undefined })
  }
  return [...found.values()]
}

/** Presses a button like a click. It has the focus first, so that a dialog that it opens returns the focus to it. */
export function press(element: HTMLElement): void {
  element.focus()
  element.click()
}

/** Presses the button of a command as soon as the screen shows it and it is enabled. */
export function pressWhenThere(command: string): void {
  whenThere(
    () => document.querySelector<HTMLElement>(`main [data-command="${command}"]:not(:disabled)`),
    (button) => {
      endRestoredScroll(button)
      press(button)
      keepFocusInView()
    },
  )
}

const nameOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim()

/** jsdom, which has no layout, lacks the method. */
const isVisible = (element: HTMLElement): boolean =>
  !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true })
