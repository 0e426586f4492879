import type { BrowserWindow } from 'electron'
import { createWindow, isAlive, loadPage, showMainWindow, type WindowFiles } from './window.ts'

const byHash = new Map<string, BrowserWindow>()

/** Opens one of the app's pages for a link to another window: an instrument in its own window, the rest in the main window. */
export function openOwnPage(url: string, files: WindowFiles): void {
  const { hash } = new URL(url)
  if (/^#\/instrument\/[^?]+\?alone$/.test(hash)) openInstrumentWindow(hash, files)
  else showMainWindow(files, hash)
}

/** One window per instrument: if it is open already, it comes to the front. */
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
  // After the new one: an app without a window may quit.
  open?.destroy()
}
