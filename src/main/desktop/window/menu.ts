import { app, BrowserWindow, Menu, type BaseWindow, type MenuItem, type MenuItemConstructorOptions } from 'electron'
import { m } from '#shared/messages/messages.js'

const separator = { type: 'separator' } as const

/** Shows the previous (-1) or next (1) screen of a window. The buttons of a mouse do that without the menu. */
const showScreen =
  (step: -1 | 1) =>
  (_item: MenuItem, window: BaseWindow | undefined): void => {
    if (!(window instanceof BrowserWindow)) return
    const { navigationHistory } = window.webContents
    if (navigationHistory.canGoToOffset(step)) navigationHistory.goToOffset(step)
  }

/** Sets the application menu in the present language. Electron has English names only. An ampersand marks an access key. */
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
        {
          label: m.common_back(),
          accelerator: isMac ? 'Cmd+[' : 'Alt+Left',
          click: showScreen(-1),
        },
        {
          label: m.desktop_menu_forward(),
          accelerator: isMac ? 'Cmd+]' : 'Alt+Right',
          click: showScreen(1),
        },
        separator,
        { role: 'resetZoom', label: m.desktop_menu_reset_zoom() },
        { role: 'zoomIn', label: m.desktop_menu_zoom_in() },
        // The same key without Shift, as in browsers.
        { role: 'zoomIn', label: m.desktop_menu_zoom_in(), accelerator: 'CommandOrControl+=', visible: false },
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
