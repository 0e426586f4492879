import type { Attachment } from 'svelte/attachments'

const fields =
  'input:is([type=radio]:checked, :not([type=radio], [type=hidden])):not(:disabled), textarea:not(:disabled), select:not(:disabled)'

/** Where typing begins in a form or a dialog: its first field, a chosen one among radio buttons; `null` without fields. */
export const findFirstField = (root: Element): HTMLElement | null => root.querySelector<HTMLElement>(fields)

/** Puts the focus into the first empty field of a form that a screen opens with, or into its first field. */
export const firstField: Attachment<HTMLElement> = (form) => {
  const all = [...form.querySelectorAll<HTMLInputElement>(fields)]
  const first = all.find(({ value }) => value === '') ?? all[0]
  first?.focus({ preventScroll: true })
}

/** Remembers where the focus is. The result brings it back, unless it has moved to something else since. */
export function keepFocus(): () => void {
  const from = document.activeElement
  return () => {
    const { activeElement, body } = document
    if (activeElement !== null && activeElement !== body && activeElement.isConnected) return
    const target =
      from instanceof HTMLElement && from !== body && from.isConnected ? from : document.querySelector('main')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
}
