import {
  BrowserWindow,
  nativeTheme,
  screen,
  type BrowserWindowConstructorOptions,
  Menu,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
} from 'electron'
import { m } from '#shared/messages/messages.js'
import { appOrigin } from './protocol.ts'
import { putOnScreen, readPlace, writePlace, type Area } from './window-place.ts'

type Text = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>

/** Shows a menu on a right click where the page shows none: it edits a field, or copies selected text. Electron has no such menu. */
function showTextMenus(window: BrowserWindow): void {
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

/** Paths of the built files that windows need, and a callback for the main window. */
export interface WindowFiles {
  readonly preload: string
  readonly icon: string
  /** The file with the last place of the main window. */
  readonly placePath: string
  /** Called with each main window that opens. */
  readonly onMainWindow?: (window: BrowserWindow) => void
}

let mainWindow: BrowserWindow | undefined

/** Creates a sandboxed window with the app's preload. It becomes visible after its first paint, to avoid a white flash. */
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
  showTextMenus(window)
  window.once('ready-to-show', () => window.show())
  return window
}

/** Opens the main window; `hash` selects the screen. */
export function openMainWindow(files: WindowFiles, hash = ''): BrowserWindow {
  const saved = readPlace(files.placePath)
  const place = saved === null ? { width: 1280, height: 860 } : putOnScreen(saved, workAreas())
  const window = createWindow({ ...place, minWidth: 720, minHeight: 480 }, files)
  mainWindow = window
  if (saved?.isMaximized === true) window.maximize()
  savePlaceOnClose(window, files.placePath)
  files.onMainWindow?.(window)
  window.once('closed', () => {
    if (mainWindow === window) mainWindow = undefined
  })
  loadPage(window, hash)
  return window
}

/** Loads a page of the app; `hash` selects the screen. */
export function loadPage(window: BrowserWindow, hash: string): void {
  // Loading fails when a later load replaces it, the window closes or its process ends. `recover-windows.ts` handles the end of
  // a process.
  window.loadURL(`${appOrigin}/${hash}`).catch(() => undefined)
}

/** Whether a window has a page that can be shown, and its process has not ended. */
export const isAlive = (window: BrowserWindow): boolean => !window.isDestroyed() && !window.webContents.isCrashed()

/** Brings the main window to the front, or opens it; `hash` selects the screen. */
export function showMainWindow(files: WindowFiles, hash?: string): void {
  const shown = mainWindow
  if (shown === undefined || !isAlive(shown)) {
    openMainWindow(files, hash)
    // Called after the new window was opened, because an app without a window may quit.
    shown?.destroy()
    return
  }
  if (hash !== undefined) loadPage(shown, hash)
  if (shown.isMinimized()) shown.restore()
  shown.focus()
}

const workAreas = (): Area[] => screen.getAllDisplays().map(({ workArea }) => workArea)

function savePlaceOnClose(window: BrowserWindow, path: string): void {
  window.on('close', () => {
    try {
      writePlace(path, { ...window.getNormalBounds(), isMaximized: window.isMaximized() })
    } catch {
      // On a full disk only the place is lost. The window still closes.
    }
  })
}

const byHash = new Map<string, BrowserWindow>()

/** Opens a page of the app in another window: an instrument in its own window, other pages in the main window. */
export function openOwnPage(url: string, files: WindowFiles): void {
  const { hash } = new URL(url)
  if (/^#\/instrument\/[^?]+\?alone$/.test(hash)) openInstrumentWindow(hash, files)
  else showMainWindow(files, hash)
}

/** Opens a window for an instrument. If it is already open, it comes to the front. */
function openInstrumentWindow(hash: string, files: WindowFiles): void {
  const open = byHash.get(hash)
  if (open !== undefined && isAlive(open)) {
    if (open.isMinimized()) open.restore()
    open.focus()
    return
  }
  const window = createWindow({ width: 900, height: 820, minWidth: 480, minHeight: 400 }, files)
  byHash.set(hash, window)
  window.once('closed', () => {
    if (byHash.get(hash) === window) byHash.delete(hash)
  })
  loadPage(window, hash)
  // Called after the new window was opened, because an app without a window may quit.
  open?.destroy()
}
