import type { Area } from './window-place.ts'

/** The size of the glance before its content is known, in the display's own points. */
export const glanceSize = { width: 360, height: 400 }
const marginPx = 8
/** A click this near to the edge of a display was on its panel. */
const panelPx = 64

/** A display, and what its panels leave of it. */
export interface Display {
  readonly bounds: Area
  readonly workArea: Area
}

interface Point {
  readonly x: number
  readonly y: number
}

/** The icon that was clicked, where the system does not tell its place: under the pointer, if that is on a panel. */
export function iconUnder(pointer: Point, { bounds }: Display): Area | null {
  const [fromLeft, fromTop] = [pointer.x - bounds.x, pointer.y - bounds.y]
  const toEdge = Math.min(fromLeft, fromTop, bounds.width - fromLeft, bounds.height - fromTop)
  return toEdge >= 0 && toEdge <= panelPx ? { ...pointer, width: 0, height: 0 } : null
}

/**
 * Where the glance stands at its icon, as high as its content and wholly on the display; without an icon's place in the
 * corner by the panel.
 */
export function placeGlance(icon: Area | null, display: Display, contentHeight: number): Area {
  const { bounds, workArea } = display
  const width = glanceSize.width
  const height = Math.max(glanceSize.height, Math.min(Math.ceil(contentHeight), workArea.height - 2 * marginPx))
  const [right, bottom] = [workArea.x + workArea.width, workArea.y + workArea.height]
  // A panel at the top alone leaves room at the bottom.
  const isPanelAtTop = workArea.y > bounds.y && bottom >= bounds.y + bounds.height
  const corner = { x: right, y: isPanelAtTop ? workArea.y : bottom, width: 0, height: 0 }
  const at = icon ?? corner
  const isAtTop = at.y < workArea.y + workArea.height / 2
  const wantedY = isAtTop ? at.y + at.height + marginPx : at.y - height - marginPx
  return {
    x: within(at.x + at.width / 2 - width / 2, workArea.x, right - width),
    y: within(wantedY, workArea.y, bottom - height),
    width,
    height,
  }
}

/** With the margin where there is room for it; a display too small shows the window's beginning. */
const within = (value: number, low: number, high: number): number =>
  Math.round(Math.max(low + marginPx, Math.min(high - marginPx, value)))
