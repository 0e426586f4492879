import type { Area } from '../window/window-place.ts'

/** The size of the glance before its content is known, in display points (DIP). */
export const glanceSize = { width: 360, height: 400 }
const marginPx = 8
/** A click this close to the edge of a display was on its panel (task bar). */
const panelPx = 64

/** A display and its work area without panels. */
export interface Display {
  readonly bounds: Area
  readonly workArea: Area
}

interface Point {
  readonly x: number
  readonly y: number
}

/** The place of the clicked icon if the system does not report it: at the pointer, if the pointer is on a panel. */
export function iconUnder(pointer: Point, { bounds }: Display): Area | null {
  const [fromLeft, fromTop] = [pointer.x - bounds.x, pointer.y - bounds.y]
  const toEdge = Math.min(fromLeft, fromTop, bounds.width - fromLeft, bounds.height - fromTop)
  return toEdge >= 0 && toEdge <= panelPx ? { ...pointer, width: 0, height: 0 } : null
}

/**
 * The place of the glance: next to its icon, as high as its content, entirely on the display. If the place of the icon is not
 * known: in the corner next to the panel.
 */
export function placeGlance(icon: Area | null, display: Display, contentHeight: number): Area {
  const { bounds, workArea } = display
  const width = glanceSize.width
  const height = Math.max(glanceSize.height, Math.min(Math.ceil(contentHeight), workArea.height - 2 * marginPx))
  const [right, bottom] = [workArea.x + workArea.width, workArea.y + workArea.height]
  // With a panel only at the top, the work area reaches the bottom edge.
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

/** Limits a coordinate to the work area with a margin; on a display that is too small the start of the window is visible. */
const within = (value: number, low: number, high: number): number =>
  Math.round(Math.max(low + marginPx, Math.min(high - marginPx, value)))
