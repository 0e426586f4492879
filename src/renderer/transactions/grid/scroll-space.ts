/** A scroll of at most this many views comes from the wheel or the keys; a longer one from dragging the scroll bar. */
const maxNearViews = 4

/**
 * Maps a list of any height to a scroll box of limited height. Short scrolls move pixel by pixel; long ones move in
 * proportion to the scroll bar.
 */
export class ScrollSpace {
  /** Browsers limit elements to about 17 to 33 million px; taller lists are compressed. */
  static readonly maxHeightPx = 8_000_000

  #contentPx = 0
  #viewPx = 0
  #scrollTop = 0
  #top = 0

  /** The height of the scrolled element in the box. */
  get canvasPx(): number {
    return Math.min(this.#contentPx, ScrollSpace.maxHeightPx)
  }
  /** The top of the view in the list, in px. */
  get top(): number {
    return this.#top
  }
  /** Subtract this from a position in the list to get its position in the box. */
  get shift(): number {
    return this.#top - this.#scrollTop
  }
  get #maxTop(): number {
    return Math.max(0, this.#contentPx - this.#viewPx)
  }
  get #maxScrollTop(): number {
    return Math.max(0, this.canvasPx - this.#viewPx)
  }

  resize(contentPx: number, viewPx: number): void {
    this.#contentPx = contentPx
    this.#viewPx = viewPx
    this.#top = Math.min(this.#top, this.#maxTop)
    if (this.#contentPx <= ScrollSpace.maxHeightPx) this.#top = Math.min(this.#scrollTop, this.#maxTop)
  }

  /** Call when the box was scrolled. */
  scrolled(scrollTop: number): void {
    const moved = scrollTop - this.#scrollTop
    this.#scrollTop = scrollTop
    if (this.#contentPx <= ScrollSpace.maxHeightPx) this.#top = scrollTop
    else if (scrollTop <= 0) this.#top = 0
    else if (scrollTop >= this.#maxScrollTop) this.#top = this.#maxTop
    else if (Math.abs(moved) <= maxNearViews * this.#viewPx) this.#top += moved
    else this.#top = (scrollTop / this.#maxScrollTop) * this.#maxTop
    this.#top = Math.min(this.#maxTop, Math.max(0, this.#top))
  }

  /** Moves to a position in the list. Returns the scroll position to set on the box. */
  moveTo(top: number): number {
    this.#top = Math.min(this.#maxTop, Math.max(0, top))
    this.#scrollTop = this.restingScrollTop()
    return this.#scrollTop
  }

  /** The scroll position that matches the view; set on the box when scrolling has stopped. */
  restingScrollTop(): number {
    if (this.#contentPx <= ScrollSpace.maxHeightPx) return this.#top
    return Math.round((this.#top / this.#maxTop) * this.#maxScrollTop)
  }
}
