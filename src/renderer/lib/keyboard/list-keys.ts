import { isTyping } from './letters.ts'

const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex="0"]'
const rows = '[role=grid] tbody tr[tabindex="0"], [role=grid][tabindex="0"]'

/**
 * Arrow keys for everything that has none of its own: they move through the items of a list, and from a filter into the
 * table below it. Returns whether the key was used.
 */
export function moveInList({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step === undefined || !(target instanceof HTMLElement)) return false
  if (target.matches('input[type=search]')) return step > 0 && focus(target.closest('main')?.querySelector(rows))
  if (isTyping({ target }) || target.matches('input:not([type=checkbox]), [role=option], [role=tab], tr')) return false
  const item = target.closest('li')
  if (item === null) return false
  // The same control of the next item that has controls.
  const index = controlsOf(item).indexOf(target)
  for (let next = sibling(item, step); next !== null; next = sibling(next, step)) {
    const found = controlsOf(next)
    if (found.length > 0) return focus(found[Math.min(index, found.length - 1)] ?? found[0])
  }
  return true
}

const controlsOf = (item: Element): HTMLElement[] =>
  [...item.querySelectorAll<HTMLElement>(controls)].filter((control) => control.closest('li') === item)

const sibling = (item: Element, step: number): Element | null =>
  step > 0 ? item.nextElementSibling : item.previousElementSibling

function focus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
  return true
}
