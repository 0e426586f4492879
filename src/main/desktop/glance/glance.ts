import { screen, type BrowserWindow, type Rectangle } from 'electron'
import { glanceSize, iconUnder, placeGlance } from './glance-place.ts'
import { appOrigin } from './protocol.ts'
import { createWindow, type WindowFiles } from './window.ts'

/** A click on the icon takes the focus first: a window that closed by it must not open again. */
const sameClickMs = 250

/** The small window by the tray: comes with a click, goes with the focus, and is no process in between. */
export class Glance {
  readonly #files: Pick<WindowFiles, 'preload' | 'icon'>
  #window: BrowserWindow | null = null
  #closedAt = -Infinity

  constructor(files: Pick<WindowFiles, 'preload' | 'icon'>) {
    this.#files = files
  }

  /** `iconBounds` where the system tells them. */
  toggle(iconBounds: Rectangle | null, by: 'icon' | 'keys'): void {
    if (this.#window !== null) return this.#window.close()
    if (by === 'icon' && performance.now() - this.#closedAt < sameClickMs) return
    const pointer = screen.getCursorScreenPoint()
    const display = iconBounds === null ? screen.getDisplayNearestPoint(pointer) : screen.getDisplayMatching(iconBounds)
    const icon = iconBounds ?? (by === 'icon' ? iconUnder(pointer, display) : null)
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
        title: 'Tidemark glance',
      },
      this.#files,
    )
    this.#window = window
    // Its page asks for the height of its content; where that is, is for the icon to say.
    window.webContents.on('content-bounds-updated', (event, { height }) => {
      event.preventDefault()
      window.setBounds(placeGlance(icon, display, height * window.webContents.getZoomFactor()))
    })
    window.on('blur', () => window.close())
    window.once('closed', () => {
      this.#window = null
      this.#closedAt = performance.now()
    })
    void window.loadURL(`${appOrigin}/#/glance`)
  }
}
