import { BrowserWindow, nativeTheme } from 'electron'
import { appOrigin } from './protocol.ts'

/** Opens the main window. It shows itself when its first picture is ready, so nobody sees a white flash. */
export function openMainWindow(preloadPath: string, iconPath: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 860,
    minWidth: 720,
    minHeight: 480,
    show: false,
    icon: iconPath,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#fbfaf7',
    webPreferences: {
      preload: preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${appOrigin}/`)
  return window
}

/** Brings the main window to the front, or opens it. */
export function showMainWindow(open: () => BrowserWindow): void {
  const window = BrowserWindow.getAllWindows()[0] ?? open()
  if (window.isMinimized()) window.restore()
  window.focus()
}
