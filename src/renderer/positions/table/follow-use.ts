import type { Attachment } from 'svelte/attachments'

/**
 * Reports whether the pointer or the focus is in an element, after the event: a removed element loses the focus while the page
 * is being changed.
 */
export function followUse(report: (isInUse: boolean) => void): Attachment<HTMLElement> {
  return (element) => {
    let [hasPointer, hasFocus] = [false, false]
    const stop = new AbortController()
    const on = (type: keyof HTMLElementEventMap, change: () => void): void =>
      element.addEventListener(
        type,
        () => {
          change()
          queueMicrotask(() => report(hasPointer || hasFocus))
        },
        { signal: stop.signal },
      )
    on('pointerenter', () => (hasPointer = true))
    on('pointerleave', () => (hasPointer = false))
    on('focusin', () => (hasFocus = true))
    on('focusout', () => (hasFocus = false))
    return () => {
      stop.abort()
      ;[hasPointer, hasFocus] = [false, false]
      queueMicrotask(() => report(false))
    }
  }
}
