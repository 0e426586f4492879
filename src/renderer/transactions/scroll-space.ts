/** Moves within so many views are a person's wheel or keys, farther ones the scrollbar's thumb. */
const nearViews = 4

/**
 * Places a list of any height in a scroll box of bounded height. Near moves go pixel for pixel; far ones by proportion,
 * as the thumb says.
 */
export class ScrollSpace {
  /** Browsers lay out nothing higher than some 17 to 33 million px; what is more is compressed. */
  static readonly tallestPx = 8_000_000

  #contentPx = 0
  #viewPx = 0
  #scrollTop = 0
  #top = 0

  /** Height of what is scrolled in the box. */
  get canvasPx(): number {
    return Math.min(this.#contentPx, ScrollSpace.tallestPx)
  }
  /** How far into the list the view begins, in px. */
  get top(): number {
    return this.#top
  }
  /** What to take from a place in the list to have its place in the box. */
  get shift(): number {
    return this.#top - this.#scrollTop
  }
  get #rest(): number {
    return Math.max(0, this.#contentPx - this.#viewPx)
  }
  get #canvasRest(): number {
    return Math.max(0, this.canvasPx - this.#viewPx)
  }

  resize(contentPx: number, viewPx: number): void {
    this.#contentPx = contentPx
    this.#viewPx = viewPx
    this.#top = Math.min(this.#top, this.#rest)
    if (this.#contentPx <= ScrollSpace.tallestPx) this.#top = Math.min(this.#scrollTop, this.#rest)
  }

  /** The box was scrolled. */
  scrolled(scrollTop: number): void {
    const moved = scrollTop - this.#scrollTop
    this.#scrollTop = scrollTop
    if (this.#contentPx <= ScrollSpace.tallestPx) this.#top = scrollTop
    else if (scrollTop <= 0) this.#top = 0
    else if (scrollTop >= this.#canvasRest) this.#top = this.#rest
    else if (Math.abs(moved) <= nearViews * this.#viewPx) this.#top += moved
    else this.#top = (scrollTop / this.#canvasRest) * this.#rest
    this.#top = Math.min(this.#rest, Math.max(0, this.#top))
  }

  /** Goes to a place in the list; answers where the box must be scrolled to. */
  moveTo(top: number): number {
    this.#top = Math.min(this.#rest, Math.max(0, top))
    this.#scrollTop = this.restingScrollTop()
    return this.#scrollTop
  }

  /** Where the thumb belongs for what is in view: to be set once scrolling rests. */
  restingScrollTop(): number {
    if (this.#contentPx <= ScrollSpace.tallestPx) return this.#top
    return Math.round((this.#top / this.#rest) * this.#canvasRest)
  }
}
