import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { replaceJson } from '../../disk/replace-file.ts'

const WindowPlace = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(200).max(20_000),
  height: z.int().min(150).max(20_000),
  isMaximized: z.boolean(),
})
/** Position and size of a window, in display points (DIP). */
export type WindowPlace = z.infer<typeof WindowPlace>

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The part of a window's title bar that must be on a display so that it can be dragged. */
const minVisiblePx = 80

/** The saved place; `null` when there is none or it cannot be read. */
export function readPlace(path: string): WindowPlace | null {
  try {
    return WindowPlace.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null // not saved yet, or damaged: the system places the window
  }
}

/** Saves the place atomically. Throws AppError `internal` when the file cannot be written. */
export const writePlace = (path: string, place: WindowPlace): void => replaceJson(path, place)

/**
 * Returns the same place if its title bar is visible on a display; otherwise a place that fits on the first display, centred.
 */
export function putOnScreen(place: WindowPlace, displays: readonly Area[]): WindowPlace {
  const isVisible = displays.some(
    (area) =>
      Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x) >= minVisiblePx &&
      place.y >= area.y &&
      place.y <= area.y + area.height - minVisiblePx,
  )
  const [first] = displays
  if (isVisible || first === undefined) return place
  const width = Math.min(place.width, first.width)
  const height = Math.min(place.height, first.height)
  return {
    ...place,
    width,
    height,
    x: first.x + Math.floor((first.width - width) / 2),
    y: first.y + Math.floor((first.height - height) / 2),
  }
}
