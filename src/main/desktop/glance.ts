import type { BrowserWindow } from 'electron'
import { screen, type Rectangle } from 'electron'
import { appOrigin } from './protocol.ts'
import type { Area } from './window-place.ts'
import { createWindow, type WindowFiles } from './window.ts'

const size = { width: 360, height: 560 }
const marginPx = 8
/** A click on the icon takes the focus first: a window that closed by it must not open again. */
const sameClickMs = 250

/** Where a window of the glance's size stands at its icon, wholly on the display; without an icon's place in the corner. */
export function placeGlance(icon: Area | null, workArea: Area): { readonly x: number; readonly y: number } {
  const [right, bottom] = [workArea.x + workArea.width, workArea.y + workArea.height]
  const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))
  const wantedX = icon === null ? right : icon.x + icon.width / 2 - size.width / 2
  const isAtTop = icon !== null && icon.y < workArea.y + workArea.height / 2
  const wantedY = isAtTop ? icon.y + icon.height + marginPx : (icon?.y ?? bottom) - size.height - marginPx
  return {
    x: Math.round(within(wantedX, workArea.x + marginPx, right - size.width - marginPx)),
    y: Math.round(within(wantedY, workArea.y + marginPx, bottom - size.height - marginPx)),
  }
}

/** The small window by the tray: comes with a click, goes with the focus, and is no process in between. */
export class Glance {
  readonly #files: Pick<WindowFiles, 'preload' | 'icon'>
  #window: BrowserWindow | null = null
  #closedAt = -Infinity

  constructor(files: Pick<WindowFiles, 'preload' | 'icon'>) {
    this.#files = files
  }

  /** `iconBounds` where the system tells them. */
  toggle(iconBounds: Rectangle | null): void {
    if (this.#window !== null) return this.#window.close()
    if (performance.now() - this.#closedAt < sameClickMs) return
    const at = iconBounds ?? { ...screen.getCursorScreenPoint(), width: 0, height: 0 }
    const { workArea } = screen.getDisplayMatching(at)
    const window = createWindow(
      {
        ...size,
        ...placeGlance(iconBounds, workArea),
        frame: false,
        resizable: false,
        fullscreenable: false,
        skipTaskbar: true,
        alwaysOnTop: true,
        title: 'Tidemark glance',
      },
      this.#files,
    )
    this.#window = window
    window.on('blur', () => window.close())
    window.once('closed', () => {
      this.#window = null
      this.#closedAt = performance.now()
    })
    void window.loadURL(`${appOrigin}/#/glance`)
  }
}
