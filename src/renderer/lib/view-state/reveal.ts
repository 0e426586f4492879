import { secondMs } from '#shared/durations.ts'

/** The event that ends the restoration of the scroll positions around its target. */
export const revealEvent = 'reveal'
/** The time within which the panels of a screen arrive. */
const settleMs = 2 * secondMs
const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls to a part of the screen and moves the focus to it, so that Tab continues there. */
export function reveal(part: HTMLElement): void {
  if (part.tabIndex < 0) part.tabIndex = -1
  endRestoredScroll(part)
  part.scrollIntoView({ block: 'start' })
  part.focus({ preventScroll: true })
  keepFocusInView()
}

/** The boxes around an element do not return to an earlier scroll position any more. */
export function endRestoredScroll(element: HTMLElement): void {
  element.dispatchEvent(new Event(revealEvent, { bubbles: true }))
}

/**
 * Panels of a new screen that arrive later move what was pressed or shown: it stays in view while it has the focus, until
 * the user does something.
 */
export function keepFocusInView(): void {
  const focused = document.activeElement
  const observer = new MutationObserver(() => {
    if (document.activeElement === focused) focused?.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(document.body, { subtree: true, childList: true })
  const timer = setTimeout(() => stop(), settleMs)
  const stop = (): void => {
    observer.disconnect()
    clearTimeout(timer)
    for (const input of inputs) document.removeEventListener(input, stop, true)
  }
  for (const input of inputs) document.addEventListener(input, stop, true)
}
