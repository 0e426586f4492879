import type { Attachment } from 'svelte/attachments'

/** Reports whether the pointer or the focus is in an element. */
export function followUse(report: (isInUse: boolean) => void): Attachment<HTMLElement> {
  return (element) => {
    let [hasPointer, hasFocus] = [false, false]
    const stop = new AbortController()
    const on = (type: keyof HTMLElementEventMap, change: () => void): void =>
      element.addEventListener(
        type,
        () => {
          change()
          report(hasPointer || hasFocus)
        },
        { signal: stop.signal },
      )
    on('pointerenter', () => (hasPointer = true))
    on('pointerleave', () => (hasPointer = false))
    on('focusin', () => (hasFocus = true))
    on('focusout', () => (hasFocus = false))
    return () => {
      stop.abort()
      report(false)
    }
  }
}
