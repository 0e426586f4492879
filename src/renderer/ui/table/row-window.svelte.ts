/** Rows rendered above and below those in view. */
const overscanRows = 6

/** Which rows of a long table are in view, so that only those are rendered. */
export class RowWindow {
  /** Of the scroll box and of one row, px. */
  viewPx = $state(0)
  rowPx = $state(32)
  scrollTop = $state(0)
  readonly #count: () => number

  constructor(count: () => number) {
    this.#count = count
  }

  /** The first rendered row, and the row after the last. */
  readonly first = $derived.by(() => Math.max(0, Math.min(this.#firstInView, this.#count() - 1) - overscanRows))
  readonly end = $derived.by(() =>
    Math.min(this.#count(), Math.ceil((this.scrollTop + this.viewPx) / this.rowPx) + overscanRows),
  )
  /**
   * The key of a rendered row by its place among them: the elements of rows that leave the view are used for those that come,
   * which takes a fraction of making new ones.
   */
  slotOf(offset: number): number {
    return (this.first + offset) % (Math.ceil(this.viewPx / this.rowPx) + 2 * overscanRows + 2)
  }

  /** The height of the rows above and below the rendered ones, px. */
  readonly abovePx = $derived(this.first * this.rowPx)
  readonly belowPx = $derived.by(() => (this.#count() - this.end) * this.rowPx)

  get #firstInView(): number {
    return Math.floor(this.scrollTop / this.rowPx)
  }

  /** The scroll position that shows the row, the current one if it does; `headPx` of the view lie under the header. */
  scrollTopFor(index: number, headPx: number): number {
    const top = index * this.rowPx
    if (top < this.scrollTop) return top
    return Math.max(this.scrollTop, top + this.rowPx - (this.viewPx - headPx))
  }
}
