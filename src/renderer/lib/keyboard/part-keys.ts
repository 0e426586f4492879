import { canHaveFocus } from './focus-place.ts'

/** The parts of a screen: its sections, and the tables outside them. */
const parts = '[data-section], section, [role=grid], [role=treegrid], table'
const tableFocus = '[role=grid][tabindex="0"], [role=treegrid][tabindex="0"], tr[tabindex="0"]'

/**
 * Moves the focus to the next (1) or previous (-1) part of the screen, so that Tab continues there: to the row of a table, or
 * to the heading of a section. Without a focus in the screen, the part after the scroll position is the next one.
 */
export function moveToPart(step: 1 | -1): boolean {
  const main = document.querySelector('main')
  if (main === null) return false
  const all = [...main.querySelectorAll<HTMLElement>(parts)].filter(
    (part) => outerPart(part, main) === null && canHaveFocus(part),
  )
  const isBefore = placedBefore(main)
  const at = all.findLastIndex(isBefore)
  const isInside = document.activeElement !== null && (all[at]?.contains(document.activeElement) ?? false)
  // From between two parts, the previous one is the part above.
  const part = all[step === 1 ? at + 1 : at - (isInside ? 1 : 0)]
  if (part !== undefined) focusPart(part)
  return true
}

/** Shows a part and moves the focus to it. */
export function focusPart(part: HTMLElement): void {
  const table = part.matches(tableFocus) ? part : part.matches('table, [role]') ? part.querySelector(tableFocus) : null
  const target = table ?? part.querySelector('h2, h3') ?? part
  if (!(target instanceof HTMLElement)) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  part.scrollIntoView({ block: table === null ? 'start' : 'nearest' })
  target.focus({ preventScroll: true })
}

function outerPart(part: Element, main: Element): Element | null {
  const outer = part.parentElement?.closest(parts) ?? null
  return outer !== null && main.contains(outer) ? outer : null
}

/** Whether a part contains the focus or is before it; or, without a focus in the screen, is above the visible area. */
function placedBefore(main: HTMLElement): (part: Element) => boolean {
  const focused = document.activeElement
  if (focused === null || focused === main || !main.contains(focused)) {
    const top = main.getBoundingClientRect().top
    return (part) => part.getBoundingClientRect().top < top
  }
  return (part) => (part.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 || part === focused
}
