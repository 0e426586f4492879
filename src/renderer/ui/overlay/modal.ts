import type { Attachment } from 'svelte/attachments'

/** Shows a native dialog as modal while `isOpen`; `onclose` tells that the person closed it, with Escape for example. */
export function modal(isOpen: () => boolean, onclose: () => void): Attachment<HTMLDialogElement> {
  return (dialog) => {
    // The browser tells of a closing later: by then the dialog may be open again.
    const tell = (): void => {
      if (!dialog.open) onclose()
    }
    dialog.addEventListener('close', tell)
    const mustBeOpen = isOpen()
    if (mustBeOpen && !dialog.open) dialog.showModal()
    else if (!mustBeOpen && dialog.open) dialog.close()
    return () => dialog.removeEventListener('close', tell)
  }
}
