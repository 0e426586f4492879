import { BrowserWindow, nativeTheme, screen, type BrowserWindowConstructorOptions } from 'electron'
import { appOrigin } from './protocol.ts'
import { putOnScreen, readPlace, writePlace, type Area } from './window-place.ts'

/** What a window needs: where the built files lie, and who looks after the main window. */
export interface WindowFiles {
  readonly preload: string
  readonly icon: string
  /** Where the main window stood last. */
  readonly placePath: string
  /** Told of each main window that opens. */
  readonly onMain?: (window: BrowserWindow) => void
}

let mainWindow: BrowserWindow | undefined

/** A window of ours: sandboxed, with our preload. It shows itself with its first picture, so nobody sees a white flash. */
export function createWindow(
  size: BrowserWindowConstructorOptions,
  { preload, icon }: Pick<WindowFiles, 'preload' | 'icon'>,
): BrowserWindow {
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
  const left = readPlace(files.placePath)
  const place = left === null ? { width: 1280, height: 860 } : putOnScreen(left, workAreas())
  const window = createWindow({ ...place, minWidth: 720, minHeight: 480 }, files)
  mainWindow = window
  if (left?.isMaximized === true) window.maximize()
  keepPlace(window, files.placePath)
  files.onMain?.(window)
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

const workAreas = (): Area[] => screen.getAllDisplays().map(({ workArea }) => workArea)

function keepPlace(window: BrowserWindow, path: string): void {
  window.on('close', () => {
    try {
      writePlace(path, { ...window.getNormalBounds(), isMaximized: window.isMaximized() })
    } catch {
      // A full disk costs the place of a window, not its closing.
    }
  })
}
