import type { BrowserWindow } from 'electron'
import { appOrigin } from './protocol.ts'
import { createWindow, showMainWindow, type WindowFiles } from './window.ts'

const byHash = new Map<string, BrowserWindow>()

/** Opens a page of ours that a link wants in another window: an instrument in a small one, all else in the main window. */
export function openOwnPage(url: string, files: WindowFiles): void {
  const { hash } = new URL(url)
  if (/^#\/instrument\/[^?]+\?alone$/.test(hash)) openInstrumentWindow(hash, files)
  else showMainWindow(files, hash)
}

/** One window for each instrument: asked for again, it comes to the front. */
function openInstrumentWindow(hash: string, files: WindowFiles): void {
  const open = byHash.get(hash)
  if (open) {
    if (open.isMinimized()) open.restore()
    open.focus()
    return
  }
  const window = createWindow({ width: 900, height: 820, minWidth: 480, minHeight: 400 }, files)
  byHash.set(hash, window)
  window.once('closed', () => byHash.delete(hash))
  void window.loadURL(`${appOrigin}/${hash}`)
}
