import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const WindowPlace = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(200).max(20_000),
  height: z.int().min(150).max(20_000),
  isMaximized: z.boolean(),
})
/** Where a window stood, in the display's own points. */
export type WindowPlace = z.infer<typeof WindowPlace>

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** So much of a window's top must be on a display that it can be caught. */
const leastShownPx = 80

/** The place as it was left; `null` when there is none that can be read. */
export function readPlace(path: string): WindowPlace | null {
  try {
    return WindowPlace.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null // none yet, or damaged: the window opens where the system puts it
  }
}

/** Keeps the place; the file is whole or as it was. */
export function writePlace(path: string, place: WindowPlace): void {
  writeFileSync(`${path}.new`, JSON.stringify(place), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** The place itself where its upper edge can be seen on one of the displays; else moved, and cut, into the first. */
export function putOnScreen(place: WindowPlace, displays: readonly Area[]): WindowPlace {
  const isSeen = displays.some(
    (area) =>
      Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x) >= leastShownPx &&
      place.y >= area.y &&
      place.y <= area.y + area.height - leastShownPx,
  )
  const [first] = displays
  if (isSeen || first === undefined) return place
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
