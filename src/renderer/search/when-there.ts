import { secondMs } from '#shared/durations.ts'

/** The time within which a screen must show an element. */
const waitMs = 5 * secondMs

/** Calls `act` once, as soon as `find` finds an element on the page. Returns a function that ends the wait. */
export function whenThere(find: () => HTMLElement | null, act: (element: HTMLElement) => void): () => void {
  const tryNow = (): boolean => {
    const element = find()
    if (element === null) return false
    stop()
    act(element)
    return true
  }
  const observer = new MutationObserver(() => void tryNow())
  const timer = setTimeout(() => stop(), waitMs)
  const stop = (): void => {
    observer.disconnect()
    clearTimeout(timer)
  }
  if (!tryNow())
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'data-panel'] })
  return stop
}
