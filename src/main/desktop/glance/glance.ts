import { screen, type BrowserWindow, type Rectangle, type WebContents } from 'electron'
import { m } from '#shared/messages/messages.js'
import { createWindow, isAlive, loadPage, type WindowFiles } from '../window/window.ts'
import { glanceSize, iconUnder, placeGlance } from './glance-place.ts'

/** A click on the icon first moves the focus, which closes the glance. The same click must not open it again. */
const sameClickMs = 250

const glances = new WeakSet<WebContents>()
export const isGlance = (contents: WebContents): boolean => glances.has(contents)

/**
 * The small window next to the tray icon. It opens on a click and closes when it loses focus. A closed glance has no process.
 */
export class Glance {
  readonly #files: Pick<WindowFiles, 'preload' | 'icon'>
  #window: BrowserWindow | null = null
  #closedAt = -Infinity

  constructor(files: Pick<WindowFiles, 'preload' | 'icon'>) {
    this.#files = files
  }

  close(): void {
    if (this.#window !== null) this.#window.destroy()
  }

  /** `iconBounds`: null when the system does not report them. */
  toggle(iconBounds: Rectangle | null, trigger: 'icon' | 'keys'): void {
    if (this.#window !== null) return isAlive(this.#window) ? this.#window.close() : this.#window.destroy()
    if (trigger === 'icon' && performance.now() - this.#closedAt < sameClickMs) return
    const pointer = screen.getCursorScreenPoint()
    const display = iconBounds === null ? screen.getDisplayNearestPoint(pointer) : screen.getDisplayMatching(iconBounds)
    const icon = iconBounds ?? (trigger === 'icon' ? iconUnder(pointer, display) : null)
    const window = createWindow(
      {
        ...placeGlance(icon, display, glanceSize.height),
        frame: false,
        resizable: false,
        minimizable: false,
        maximizable: false,
        fullscreenable: false,
        skipTaskbar: true,
        alwaysOnTop: true,
        title: m.desktop_tidemark_glance(),
      },
      this.#files,
    )
    this.#window = window
    glances.add(window.webContents)
    // The page requests the height of its content. The position depends on the icon.
    window.webContents.on('content-bounds-updated', (event, { height }) => {
      event.preventDefault()
      // The last request of the page can arrive after the glance was closed.
      if (window.isDestroyed()) return
      window.setBounds(placeGlance(icon, display, height * window.webContents.getZoomFactor()))
    })
    window.on('blur', () => window.isDestroyed() || window.close())
    window.once('closed', () => {
      this.#window = null
      this.#closedAt = performance.now()
    })
    loadPage(window, '#/glance')
  }
}
