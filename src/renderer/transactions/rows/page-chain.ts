/** A page of a chain. Its rows can be dropped; its start is kept, so that it can be read again. */
export interface ChainPage<Row> {
  after: string | null
  /** The offset of its first row from the start of the chain. */
  start: number
  size: number
  /** The cursor after its last row; `undefined` if it was never read. */
  next: string | null | undefined
  rows: readonly Row[] | null
  /** Whether it must be read again, because its start changed or rows may have been added. It is shown until then. */
  isStale: boolean
  isReading: boolean
}

const freshPage = <Row>(after: string | null, start: number): ChainPage<Row> => ({
  after,
  start,
  size: 0,
  next: undefined,
  rows: null,
  isStale: false,
  isReading: false,
})

/** Consecutive pages: each page starts where the previous one ends. */
export class PageChain<Row> {
  #pages: ChainPage<Row>[] = [freshPage(null, 0)]
  #isEnded = false

  /** The number of rows of all pages ever read, in memory or not. */
  get count(): number {
    const last = this.#pages.at(-1)
    return last === undefined ? 0 : last.start + last.size
  }
  /** Whether the last page is the end of the list. */
  get isEnded(): boolean {
    return this.#isEnded
  }
  get loaded(): ChainPage<Row>[] {
    return this.#pages.filter(({ rows }) => rows !== null)
  }

  /** Sets the chain to have no rows. */
  end(): void {
    this.#pages = []
    this.#isEnded = true
  }

  /** Marks the pages as stale after a change of rows: they are read again when they are needed. */
  markStale(withFirst: boolean): void {
    for (const page of this.#pages) page.isStale ||= withFirst || page.after !== null
  }

  rowAt(offset: number): Row | undefined {
    const page = this.#pages[this.#indexOf(offset)]
    return page?.rows?.[offset - page.start]
  }

  /** The next page to read for these offsets (last exclusive); undefined if everything is read or being read. */
  nextToRead(first: number, last: number): ChainPage<Row> | undefined {
    if (last <= 0) return undefined
    for (let index = this.#indexOf(Math.max(0, first)); index < this.#pages.length; index += 1) {
      const page = this.#pages[index]
      if (page === undefined || page.start >= last) return undefined
      if ((page.rows === null || page.isStale) && !page.isReading) return page
    }
    return undefined
  }

  /** Stores the rows of a page. If the page now ends at another row, the start of the next page changes too. */
  accept(
    page: ChainPage<Row>,
    { rows, next: sent }: { readonly rows: readonly Row[]; readonly next: string | null },
  ): void {
    const at = this.#pages.indexOf(page)
    if (at < 0) return
    // A page without rows is the last one, even if it has a cursor; otherwise the list would never end.
    const next = rows.length === 0 ? null : sent
    Object.assign(page, { rows, next, size: rows.length, isStale: false })
    if (next === null) this.#pages.length = at + 1
    const follower = this.#pages[at + 1]
    if (next !== null && follower === undefined) this.#pages.push(freshPage(next, page.start + page.size))
    else if (next !== null && follower !== undefined && follower.after !== next) {
      follower.after = next
      follower.isStale = true
    }
    this.#isEnded = this.#pages.at(-1)?.next === null
    this.#restart(at + 1)
  }

  #restart(from: number): void {
    for (let index = from; index < this.#pages.length; index += 1) {
      const [before, page] = [this.#pages[index - 1], this.#pages[index]]
      if (page !== undefined) page.start = before === undefined ? 0 : before.start + before.size
    }
  }

  /** The index of the page that contains an offset, or of the last page. */
  #indexOf(offset: number): number {
    let [low, high] = [0, this.#pages.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#pages[middle]?.start ?? Infinity) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}
