import type { Attachment } from 'svelte/attachments'
import { canHaveFocus, nearestControl, placeOf } from './focus-place.ts'

const fields =
  'input:is([type=radio]:checked, :not([type=radio], [type=hidden])):not(:disabled), textarea:not(:disabled), select:not(:disabled)'

/**
 * The field of a form or dialog that gets the focus first: its first field, or the selected one of radio buttons; `null` if
 * there is none.
 */
export const findFirstField = (root: Element): HTMLElement | null => root.querySelector<HTMLElement>(fields)

/** Focuses the first empty field of a form when its screen opens; if all are filled, the first field. */
export const firstField: Attachment<HTMLElement> = (form) => {
  const all = [...form.querySelectorAll<HTMLInputElement>(fields)]
  const first = all.find(({ value }) => value === '') ?? all[0]
  first?.focus({ preventScroll: true })
}

/**
 * Stores which element has the focus. The returned function restores it, unless another element got the focus since then.
 * If the element cannot have it any more, the focus moves to the next control at its place, or to the screen.
 */
export function keepFocus(): () => void {
  const from = document.activeElement
  const place = from === null ? [] : placeOf(from)
  return () => {
    const { activeElement, body } = document
    if (activeElement !== null && activeElement !== body && activeElement.isConnected) return
    const isThere = from instanceof HTMLElement && from !== body && canHaveFocus(from)
    const target = isThere ? from : (nearestControl(place) ?? document.querySelector('main'))
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
}
