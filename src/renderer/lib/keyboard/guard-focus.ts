import { controls } from './list-keys.ts'

/** Where an element was, from its parent up to its screen or dialog: the parents, and the index of the child in each. */
type Place = readonly { readonly parent: Element; readonly index: number }[]

/**
 * Follows the focus of the window. If the element that has it is removed, hidden or disabled, for example by its own action,
 * the focus moves to the next control at its place, or to its screen. Lists that choose the next control themselves are
 * earlier. Returns a function that ends it.
 */
export function guardFocus(): () => void {
  let last: { readonly element: HTMLElement; readonly place: Place } | undefined
  let frame: number | undefined

  function note({ target }: FocusEvent): void {
    const isControl = target instanceof HTMLElement && !target.matches('body, main')
    last = isControl ? { element: target, place: placeOf(target) } : undefined
  }
  function forget({ target }: Event): void {
    // A click on the empty page takes the focus away, as users expect.
    if (!(target instanceof Element) || target.closest(controls) === null) last = undefined
  }
  function check(): void {
    if (last === undefined || frame !== undefined || !isFree()) return
    // Whoever changed the page may focus something itself, also after the change.
    frame = requestAnimationFrame(() => {
      frame = undefined
      if (last === undefined || !isFree() || canHaveFocus(last.element)) return
      const next = nearest(last.place) ?? document.querySelector<HTMLElement>('main')
      next?.focus()
    })
  }

  const observer = new MutationObserver(check)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'open'] })
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', forget)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', forget)
    if (frame !== undefined) cancelAnimationFrame(frame)
  }
}

const isFree = (): boolean => document.activeElement === null || document.activeElement === document.body

function placeOf(element: Element): Place {
  const place: { parent: Element; index: number }[] = []
  for (let child = element; !child.matches('main, dialog, body') && child.parentElement !== null;) {
    const parent = child.parentElement
    place.push({ parent, index: [...parent.children].indexOf(child) })
    child = parent
  }
  return place
}

/** The first control at or after the place, or the last one before it, in the closest parent that still has one. */
function nearest(place: Place): HTMLElement | null {
  for (const { parent, index } of place) {
    if (!parent.isConnected || parent.matches('main, body')) continue
    const all = [...parent.querySelectorAll<HTMLElement>(controls)].filter(canHaveFocus)
    const children = [...parent.children]
    const placed = all.map((control) => ({ control, at: children.findIndex((child) => child.contains(control)) }))
    const next = placed.find(({ at }) => at >= index) ?? placed.at(-1)
    if (next !== undefined) return next.control
  }
  return null
}

/** jsdom, which has no layout, lacks `checkVisibility`. */
const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  (!('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true }))
