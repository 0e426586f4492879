import { canHaveFocus, nearestControl, placeOf, type FocusPlace } from './focus-place.ts'
import { controls } from './list-keys.ts'

/**
 * Follows the focus of the window. If the element that has it is removed, hidden or disabled, for example by its own action,
 * the focus moves to the next control at its place, or to its screen. Lists that choose the next control themselves are
 * earlier. Returns a function that ends it.
 */
export function guardFocus(): () => void {
  let last: { readonly element: HTMLElement; readonly place: FocusPlace } | undefined
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
    if (last === undefined || frame !== undefined || !(isFree() || last.element.matches(':disabled'))) return
    // Whoever changed the page may focus something itself, also after the change.
    frame = requestAnimationFrame(() => {
      frame = undefined
      if (last === undefined || canHaveFocus(last.element)) return
      // The browser takes the focus from a disabled element only after this frame.
      if (!isFree() && document.activeElement !== last.element) return
      const next = nearestControl(last.place) ?? document.querySelector<HTMLElement>('main')
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
