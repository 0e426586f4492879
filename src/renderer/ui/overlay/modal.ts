import { tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import { findFirstField, keepFocus } from '../../lib/keyboard/first-field.ts'

/**
 * Shows a native dialog as modal while `isOpen`. `onclose` is called when the user closed it, for example with Escape. The
 * focus moves to its first field, or to the button in its footer that changes nothing, and returns to the previous element
 * afterwards.
 */
export function modal(isOpen: () => boolean, onclose: () => void): Attachment<HTMLDialogElement> {
  let returnFocus = (): void => undefined
  return (dialog) => {
    // The browser reports a close later; the dialog may be open again by then.
    const notify = (): void => {
      if (dialog.open) return
      onclose()
      returnFocus()
    }
    dialog.addEventListener('close', notify)
    const mustBeOpen = isOpen()
    if (mustBeOpen && !dialog.open) {
      returnFocus = keepFocus()
      dialog.showModal()
      firstControl(dialog)?.focus()
    } else if (!mustBeOpen && dialog.open) dialog.close()
    return () => {
      dialog.removeEventListener('close', notify)
      if (!dialog.open) return
      // A dialog that is removed while it is open reports no close.
      void tick().then(() => {
        if (!dialog.isConnected) returnFocus()
      })
    }
  }
}

/** `null` if the dialog itself chooses, with `autofocus`. */
const firstControl = (dialog: HTMLDialogElement): HTMLElement | null =>
  dialog.querySelector('[autofocus]') === null
    ? (findFirstField(dialog) ?? dialog.querySelector<HTMLElement>('footer button:not(.danger, :disabled)'))
    : null
