/** A page of a chain. Its rows may be dropped; where it begins is kept, so that it can be read again. */
export interface ChainPage<Row> {
  after: string | null
  /** Offset of its first row from the chain's beginning. */
  start: number
  size: number
  /** The cursor behind it; `undefined` while it was never read. */
  next: string | null | undefined
  rows: readonly Row[] | null
  /** Read under another beginning, or where something may have been added: shown until it is read again. */
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

/** Pages one behind the other: where one ends, the next begins. */
export class PageChain<Row> {
  #pages: ChainPage<Row>[] = [freshPage(null, 0)]
  #isEnded = false

  /** Rows of all pages ever read, in memory or not. */
  get count(): number {
    const last = this.#pages.at(-1)
    return last === undefined ? 0 : last.start + last.size
  }
  /** There is nothing behind the last page. */
  get isEnded(): boolean {
    return this.#isEnded
  }
  get loaded(): ChainPage<Row>[] {
    return this.#pages.filter(({ rows }) => rows !== null)
  }

  /** A chain without rows. */
  end(): void {
    this.#pages = []
    this.#isEnded = true
  }

  /** Something changed in the rows: pages are read again when they are wanted. */
  markStale(withFirst: boolean): void {
    for (const page of this.#pages) page.isStale ||= withFirst || page.after !== null
  }

  rowAt(offset: number): Row | undefined {
    const page = this.#pages[this.#indexOf(offset)]
    return page?.rows?.[offset - page.start]
  }

  /** The page to read first for these offsets (last exclusive), or undefined when all is there or under way. */
  nextToRead(first: number, last: number): ChainPage<Row> | undefined {
    if (last <= 0) return undefined
    for (let index = this.#indexOf(Math.max(0, first)); index < this.#pages.length; index += 1) {
      const page = this.#pages[index]
      if (page === undefined || page.start >= last) return undefined
      if ((page.rows === null || page.isStale) && !page.isReading) return page
    }
    return undefined
  }

  /** Takes the rows of a page. When the page now ends at another row, its neighbour begins at another row too. */
  accept(
    page: ChainPage<Row>,
    { rows, next: sent }: { readonly rows: readonly Row[]; readonly next: string | null },
  ): void {
    const at = this.#pages.indexOf(page)
    if (at < 0) return
    // A page without rows is the last one, even with a cursor: otherwise the list would have no end.
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

  /** Index of the page that holds an offset, or of the last. */
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
