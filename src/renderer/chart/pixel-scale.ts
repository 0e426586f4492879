/** Where the values of a drawn chart are: `top` px is `max`, and `bottom` px is `min`. */
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
