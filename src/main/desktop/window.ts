import { BrowserWindow, nativeTheme, type BrowserWindowConstructorOptions } from 'electron'
import { appOrigin } from './protocol.ts'

/** Where the built files lie that each window needs. */
export interface WindowFiles {
  readonly preload: string
  readonly icon: string
}

let mainWindow: BrowserWindow | undefined

/** A window of ours: sandboxed, with our preload. It shows itself with its first picture, so nobody sees a white flash. */
export function createWindow(size: BrowserWindowConstructorOptions, { preload, icon }: WindowFiles): BrowserWindow {
  const window = new BrowserWindow({
    ...size,
    show: false,
    icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#fbfaf7',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  return window
}

/** Opens the main window, at a screen if its hash is given. */
export function openMainWindow(files: WindowFiles, hash = ''): BrowserWindow {
  const window = createWindow({ width: 1280, height: 860, minWidth: 720, minHeight: 480 }, files)
  mainWindow = window
  window.once('closed', () => (mainWindow = undefined))
  void window.loadURL(`${appOrigin}/${hash}`)
  return window
}

/** Brings the main window to the front, or opens it; with a hash it goes to that screen. */
export function showMainWindow(files: WindowFiles, hash?: string): void {
  if (mainWindow === undefined) {
    openMainWindow(files, hash)
    return
  }
  if (hash !== undefined) void mainWindow.loadURL(`${appOrigin}/${hash}`)
  if (mainWindow.isMinimized()) mainWindow.restore()
  mainWindow.focus()
}
