/** The value axis of a drawn chart in px from the top: `max` is at `top`, `min` is at `bottom`. */
export interface PixelScale {
  readonly top: number
  readonly bottom: number
  /** The right edge of the drawing, px. */
  readonly right: number
  readonly min: number
  readonly max: number
}

export const isSameScale = (a: PixelScale | undefined, b: PixelScale): boolean =>
  a !== undefined &&
  a.top === b.top &&
  a.bottom === b.bottom &&
  a.right === b.right &&
  a.min === b.min &&
  a.max === b.max
