import type { Attachment } from 'svelte/attachments'
import { isReturn, storeValue, readValue } from './history-entries.ts'

/** The name of the stored value: the table of a screen that had the focus last. */
export const focusedTable = 'focused-table'

/** Restores the focus of a table when the user returns to the screen, unless another element already has the focus. */
export const returnFocus =
  (name: string): Attachment<HTMLElement> =>
  (table) => {
    const { activeElement, body } = document
    const isFree = activeElement === body || activeElement?.matches('main') === true
    if (isFree && isReturn() && readValue(focusedTable) === name) table.focus({ preventScroll: true })
    const note = (): void => storeValue(focusedTable, name)
    table.addEventListener('focus', note)
    return () => table.removeEventListener('focus', note)
  }
