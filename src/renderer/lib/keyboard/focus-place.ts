import { controls } from './list-keys.ts'

/** Where an element was, from its parent up to its screen or dialog: the parents, and the index of the child in each. */
export type FocusPlace = readonly { readonly parent: Element; readonly index: number }[]

export function placeOf(element: Element): FocusPlace {
  const place: { parent: Element; index: number }[] = []
  for (let child = element; !child.matches('main, dialog, body') && child.parentElement !== null;) {
    const parent = child.parentElement
    place.push({ parent, index: [...parent.children].indexOf(child) })
    child = parent
  }
  return place
}

/**
 * The first control at or after the place, or the last one before it, in the closest parent that still has one; `null` if
 * none has. Controls that the Tab key skips, and buttons of dangerous actions, are not chosen.
 */
export function nearestControl(place: FocusPlace): HTMLElement | null {
  for (const { parent, index } of place) {
    if (!parent.isConnected || parent.matches('main, body')) continue
    const all = [...parent.querySelectorAll<HTMLElement>(controls)].filter(
      (control) =>
        control.tabIndex >= 0 && !control.matches('.danger, input[type=radio]:not(:checked)') && canHaveFocus(control),
    )
    const children = [...parent.children]
    const placed = all.map((control) => ({ control, at: children.findIndex((child) => child.contains(control)) }))
    const next = placed.find(({ at }) => at >= index) ?? placed.at(-1)
    if (next !== undefined) return next.control
  }
  return null
}

/** jsdom, which has no layout, lacks `checkVisibility`. */
export const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  (!('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true }))
