import { secondMs } from '#shared/durations.ts'

/** The time within which a screen that is built again must show the control. */
const waitMs = 5 * secondMs

/**
 * Stores which control has the focus before the window is built again, for example in another language. The returned
 * function focuses the control that is now at its place as soon as there is one, and the screen until then. It stops
 * when the user moves the focus.
 */
export function keepControl(): () => void {
  const from = document.activeElement
  const [path, kind] = [pathOf(from), kindOf(from)]
  return () => {
    const tryNow = (): void => {
      const { activeElement, body } = document
      const main = document.querySelector('main')
      const isFree = activeElement === null || activeElement === body || activeElement === main
      const found = isFree && path.length > 0 ? elementAt(path) : null
      if (found instanceof HTMLElement && kindOf(found) === kind) found.focus({ preventScroll: true })
      else if (activeElement !== main && isFree) main?.focus({ preventScroll: true })
      const isSettled = path.length === 0 ? document.activeElement === main : document.activeElement === found
      if (!isFree || isSettled) stop()
    }
    const observer = new MutationObserver(tryNow)
    const timer = setTimeout(() => stop(), waitMs)
    const stop = (): void => {
      observer.disconnect()
      clearTimeout(timer)
    }
    observer.observe(document.body, { subtree: true, childList: true })
    tryNow()
  }
}

/** The position of an element among the children of each of its ancestors, from the body down; empty if nothing has the focus. */
function pathOf(element: Element | null): readonly number[] {
  if (element === null || element === document.body || element.parentElement === null) return []
  return [...pathOf(element.parentElement), [...element.parentElement.children].indexOf(element)]
}

const elementAt = (path: readonly number[]): Element | null =>
  path.reduce<Element | null>((parent, index) => parent?.children[index] ?? null, document.body)

const kindOf = (element: Element | null): string =>
  element instanceof HTMLInputElement ? `${element.type} ${element.value}` : (element?.tagName ?? '')
