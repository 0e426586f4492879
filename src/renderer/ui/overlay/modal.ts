import type { Attachment } from 'svelte/attachments'

/** Shows a native dialog as modal while `isOpen`; `onclose` is called when the user closed it, with Escape for example. */
export function modal(isOpen: () => boolean, onclose: () => void): Attachment<HTMLDialogElement> {
  return (dialog) => {
    // The browser reports a closing later: by then the dialog may be open again.
    const notify = (): void => {
      if (!dialog.open) onclose()
    }
    dialog.addEventListener('close', notify)
    const mustBeOpen = isOpen()
    if (mustBeOpen && !dialog.open) dialog.showModal()
    else if (!mustBeOpen && dialog.open) dialog.close()
    return () => dialog.removeEventListener('close', notify)
  }
}
