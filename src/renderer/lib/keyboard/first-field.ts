import type { Attachment } from 'svelte/attachments'
import { canHaveFocus, nearestControl, placeOf } from './focus-place.ts'

const fields =
  'input:is([type=radio]:checked, :not([type=radio], [type=hidden])):not(:disabled), textarea:not(:disabled), select:not(:disabled)'

/** Of radio buttons, the selected one. */
const sheetControls = ['input:enabled:not([type=radio]:not(:checked))', 'button:enabled', 'select:enabled'].join()

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
 * The first control of this part of a sheet gets the focus, instead of a control before the part, also if the part appears after
 * the sheet has opened.
 */
export const getsFocus: Attachment<HTMLElement> = (part) => {
  const control = part.querySelector<HTMLElement>('input, button')
  if (control === null) return
  control.dataset['focus'] = 'first'
  if (part.closest('[popover]')?.contains(document.activeElement) === true) control.focus({ preventScroll: true })
}

/** The control of an open sheet that gets the focus; `null` if there is none. */
export const findFirstControl = (sheet: Element): HTMLElement | null =>
  sheet.querySelector<HTMLElement>('[data-focus=first]') ?? sheet.querySelector<HTMLElement>(sheetControls)

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
