import type { Attachment } from 'svelte/attachments'
import { isReturn, keepValue, readKept } from './history-entries.ts'

const keptName = 'focused-table'

/** Restores the focus of a table when the person returns to the screen, unless another element already has the focus. */
export const returnFocus =
  (name: string): Attachment<HTMLElement> =>
  (table) => {
    const { activeElement, body } = document
    const isFree = activeElement === body || activeElement?.matches('main') === true
    if (isFree && isReturn() && readKept(keptName) === name) table.focus({ preventScroll: true })
    const note = (): void => keepValue(keptName, name)
    table.addEventListener('focus', note)
    return () => table.removeEventListener('focus', note)
  }
