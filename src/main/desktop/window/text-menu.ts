import { Menu, type BrowserWindow, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron'
import { m } from '#shared/messages/messages.js'

type Text = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>

/** Shows a menu on a right click where the page shows none: it edits a field, or copies selected text. Electron has no such menu. */
export function showTextMenus(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, text) => {
    const items = textMenu(text)
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

function textMenu({ isEditable, selectionText, editFlags }: Text): MenuItemConstructorOptions[] {
  const copy = { role: 'copy', label: m.desktop_menu_copy(), enabled: editFlags.canCopy } as const
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'cut', label: m.desktop_menu_cut(), enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: m.desktop_menu_paste(), enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: m.desktop_menu_select_all(), enabled: editFlags.canSelectAll },
  ]
}
