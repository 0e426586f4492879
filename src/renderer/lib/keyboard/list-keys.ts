import { isTyping } from './shortcut-letter.ts'

/** The elements that the Tab key or the arrow keys of a list reach. */
export const controls = [
  'a[href]',
  'summary',
  'button:not(:disabled)',
  'input:not(:disabled)',
  'select:not(:disabled)',
  '[tabindex="0"]',
].join()
const rows = ['[role=grid] tr[tabindex="0"]', '[role=grid][tabindex="0"]', '[role=treegrid][tabindex="0"]'].join()
/** Elements that use the arrow keys themselves; in a sheet they scroll. */
const ownKeys = 'input:not([type=checkbox]), [role=option], [role=tab], tr, [popover]'
/** Fields above a table or list whose arrow keys are free: a list of matches uses them while it is open. */
export const filters = 'input[type=search], input[role=combobox][aria-expanded=false]'
/** An item of a list, or a row of a table without its own keys. */
const items = ['li', 'table:not([role]) tr'].join()

/**
 * Arrow keys for elements without their own: they move through the items of a list or the rows of a plain table, and from a
 * filter to the table or list below it. Returns whether the key was used.
 */
export function moveInList({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step === undefined || !(target instanceof HTMLElement)) return false
  if (target.matches(filters)) return step > 0 && focusBelow(target)
  if (isTyping({ target }) || target.matches(ownKeys)) return false
  const item = target.closest(items)
  if (item === null) return false
  // Moves to the same control of the next item that has controls.
  const index = controlsOf(item).indexOf(target)
  for (let next = sibling(item, step); next !== null; next = sibling(next, step)) {
    const found = controlsOf(next)
    if (found.length > 0) return focus(found[Math.min(index, found.length - 1)] ?? found[0])
  }
  return true
}

/** The focusable elements of an item, except those of nested items. */
export const controlsOf = (item: Element): HTMLElement[] =>
  [...item.querySelectorAll<HTMLElement>(controls)].filter((control) => control.closest(items) === item)

/**
 * Moves the focus from a filter to the next table of the screen or sheet, or to the first item of a list below the filter.
 * Returns whether there is one.
 */
export function focusBelow(filter: HTMLElement): boolean {
  const place = filter.closest('[popover], main')
  const isBelow = (element: Element) =>
    (filter.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const tables = [...(place?.querySelectorAll<HTMLElement>(rows) ?? [])]
  const listed = [...(place?.querySelectorAll(items) ?? [])].filter(isBelow)
  return focus(tables.find(isBelow) ?? tables[0] ?? listed.flatMap(controlsOf)[0])
}

const sibling = (item: Element, step: number): Element | null =>
  step > 0 ? item.nextElementSibling : item.previousElementSibling

function focus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
  return true
}
