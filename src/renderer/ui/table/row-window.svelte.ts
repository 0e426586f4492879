/** The visible rows of a long table. Only these are rendered. */
export class RowWindow {
  /** The heights of the scroll box and of one row, px. */
  viewPx = $state(0)
  rowPx = $state(32)
  scrollTop = $state(0)
  readonly #count: () => number
  readonly #overscanRows: number

  /** `overscanRows`: the number of rows rendered above and below the visible ones. */
  constructor(count: () => number, overscanRows = 6) {
    this.#count = count
    this.#overscanRows = overscanRows
  }

  /** How many rows are rendered if there are enough. It depends only on the size, so that scrolling creates no elements. */
  readonly #capacity = $derived.by(() => Math.ceil(this.viewPx / this.rowPx) + 2 * this.#overscanRows)
  /** The index of the first rendered row, and the index after the last one. */
  readonly first = $derived.by(() =>
    Math.max(0, Math.min(Math.floor(this.scrollTop / this.rowPx) - this.#overscanRows, this.#count() - this.#capacity)),
  )
  readonly end = $derived.by(() => Math.min(this.#count(), this.first + this.#capacity))

  /**
   * The key of a rendered row, by its position among the rendered ones. The elements of rows that leave the view are reused
   * for new rows, which is much faster than creating new elements.
   */
  slotOf(offset: number): number {
    return (this.first + offset) % this.#capacity
  }

  /** The index of a row of another window, from `first`, that has the same element as the row at this position now. */
  rowInSlotOf(offset: number, first: number): number {
    const steps = (this.slotOf(offset) - first) % this.#capacity
    return first + (steps < 0 ? steps + this.#capacity : steps)
  }

  /** Whether a rendered row, by its position among the rendered ones, is visible. */
  isInView(offset: number): boolean {
    const top = (this.first + offset) * this.rowPx
    return top + this.rowPx > this.scrollTop && top < this.scrollTop + this.viewPx
  }

  /** The height of the rows above and below the rendered ones, px. */
  readonly abovePx = $derived(this.first * this.rowPx)
  readonly belowPx = $derived.by(() => (this.#count() - this.end) * this.rowPx)

  /**
   * The scroll position that shows the row; the current one if the row is already visible. A header covers `headPx` of the
   * view.
   */
  scrollTopFor(index: number, headPx = 0): number {
    const top = index * this.rowPx
    if (top < this.scrollTop) return top
    return Math.max(this.scrollTop, top + this.rowPx - (this.viewPx - headPx))
  }
}
