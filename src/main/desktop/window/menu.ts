import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { m } from '../../../shared/messages/messages.js'

const separator = { type: 'separator' } as const

/** Sets the application menu in the present language. Electron has English names only. */
export function setApplicationMenu(): void {
  const isMac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: m.desktop_menu_file(),
      submenu: [
        isMac ? { role: 'close', label: m.desktop_menu_close() } : { role: 'quit', label: m.desktop_quit_tidemark() },
      ],
    },
    {
      label: m.desktop_menu_edit(),
      submenu: [
        { role: 'undo', label: m.desktop_menu_undo() },
        { role: 'redo', label: m.desktop_menu_redo() },
        separator,
        { role: 'cut', label: m.desktop_menu_cut() },
        { role: 'copy', label: m.desktop_menu_copy() },
        { role: 'paste', label: m.desktop_menu_paste() },
        { role: 'delete', label: m.desktop_menu_delete() },
        separator,
        { role: 'selectAll', label: m.desktop_menu_select_all() },
      ],
    },
    {
      label: m.desktop_view(),
      submenu: [
        { role: 'resetZoom', label: m.desktop_menu_reset_zoom() },
        { role: 'zoomIn', label: m.desktop_menu_zoom_in() },
        { role: 'zoomOut', label: m.desktop_menu_zoom_out() },
        separator,
        { role: 'togglefullscreen', label: m.desktop_menu_full_screen() },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    {
      label: m.desktop_menu_window(),
      submenu: [
        { role: 'minimize', label: m.desktop_menu_minimize() },
        { role: 'close', label: m.desktop_menu_close() },
      ],
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
