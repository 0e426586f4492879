import type { AppError } from '#shared/errors.ts'
import { asAppError } from '../../lib/host/failure.ts'
import { PageChain, type ChainPage } from './page-chain.ts'
import { type Side, type Cut, top, type ReadPage } from './row-source.ts'

interface Options {
  /** The number of rows of a full page: how far ahead the end of the list is assumed. */
  readonly pageRows: number
  /** The maximum number of pages in memory. More distant pages are dropped and read again by their cursor. */
  readonly maxPages: number
  /** Called when something visible changed. */
  readonly onchange: () => void
  /** Called when the top of the list is `rows` higher or lower than counted, so that every index changes by that number. */
  readonly onshift?: (rows: number) => void
}

const readsAtOnce = 2

/**
 * Rows by index, read in keyset pages around a cut. The pages form two chains. Adjacent pages always meet at a cursor, so
 * that no row is missing or duplicated while rows are added. Memory is bounded, however long the list is.
 */
export class PageList<Row> {
  readonly #read: ReadPage<Row>
  readonly #options: Options
  #cut: Cut
  #below = new PageChain<Row>()
  #above = new PageChain<Row>()
  #wanted = { first: 0, last: 0 }
  #reading = 0
  #sequence = 0
  #error: AppError | undefined

  constructor(read: ReadPage<Row>, options: Options, cut: Cut = top) {
    this.#read = read
    this.#options = options
    this.#cut = cut
    if (cut.cursors === null) this.#above.end()
  }

  /** Why the last read failed; nothing more is read until `retry`. */
  get error(): AppError | undefined {
    return this.#error
  }
  /** Whether the first page is read. */
  get isBegun(): boolean {
    return this.#below.count > 0 || this.#below.isEnded
  }
  /** The index after the last row that was ever read. */
  get knownEnd(): number {
    return this.#cut.rank + this.#below.count
  }
  get knownStart(): number {
    return this.#cut.rank - this.#above.count
  }
  get isEndKnown(): boolean {
    return this.#below.isEnded
  }
  /** The number of pages whose rows are in memory. */
  get loadedPages(): number {
    return this.#below.loaded.length + this.#above.loaded.length
  }

  /** The number of rows as far as known; `counted` is the exact count, once it is known. */
  lengthWith(counted: number | undefined): number {
    if (this.#below.isEnded) return this.knownEnd
    return Math.max(counted ?? 0, this.knownEnd + this.#options.pageRows)
  }

  rowAt(index: number): Row | undefined {
    const offset = index - this.#cut.rank
    return offset >= 0 ? this.#below.rowAt(offset) : this.#above.rowAt(-1 - offset)
  }

  /** The rows in memory around `index` without a gap, with the index of the first. */
  loadedAround(index: number): { readonly first: number; readonly rows: readonly Row[] } {
    let first = index
    while (this.rowAt(first - 1) !== undefined) first -= 1
    const rows: Row[] = []
    for (let row = this.rowAt(first); row !== undefined; row = this.rowAt(first + rows.length)) rows.push(row)
    return { first, rows }
  }

  /**
   * The number of rows between the index and the rows that were read, which would all have to be read to get there page by
   * page.
   */
  distanceTo(index: number): number {
    if (index >= this.knownEnd) return this.#below.isEnded ? 0 : index - this.knownEnd + 1
    return index < this.knownStart && !this.#above.isEnded ? this.knownStart - index : 0
  }

  /** Requests the rows of these indices (last exclusive). The caller adds the rows ahead in the direction of scrolling. */
  want(first: number, last: number): void {
    this.#wanted = { first: Math.max(0, first), last }
    this.#pump()
  }

  /** Restarts at another position. Responses still on their way are dropped. */
  moveTo(cut: Cut): void {
    this.#sequence += 1
    this.#reading = 0
    this.#cut = cut
    this.#below = new PageChain()
    this.#above = new PageChain()
    if (cut.cursors === null) this.#above.end()
    this.#error = undefined
  }

  /**
   * Reads the visible rows and the end of the list again after a change. `withTop` is false if there are new rows above the
   * first page: reading it again would move everything down.
   */
  renew(withTop: boolean): void {
    this.#below.markStale(withTop || this.#cut.cursors !== null)
    this.#above.markStale(true)
    this.#pump()
  }

  retry(): void {
    this.#error = undefined
    this.#pump()
  }

  #pump(): void {
    for (const side of ['below', 'above'] as const) {
      while (this.#reading < readsAtOnce && this.#error === undefined) {
        const page = this.#chain(side).nextToRead(...this.#span(side))
        if (page === undefined) break
        void this.#load(side, page)
      }
    }
  }

  /** The requested indices as offsets from the cut, on one side. */
  #span(side: Side): [first: number, last: number] {
    const { first, last } = this.#wanted
    const { rank } = this.#cut
    return side === 'below' ? [first - rank, last - rank] : [rank - last, rank - first]
  }

  #chain(side: Side): PageChain<Row> {
    return side === 'below' ? this.#below : this.#above
  }

  async #load(side: Side, page: ChainPage<Row>): Promise<void> {
    const sequence = this.#sequence
    const { after } = page
    page.isReading = true
    this.#reading += 1
    try {
      const response = await this.#read(side, this.#cut, after)
      // Ignored if the cut changed, or if the previous page moved the start of this page in the meantime.
      if (sequence === this.#sequence && page.after === after) this.#chain(side).accept(page, response)
    } catch (cause) {
      if (sequence === this.#sequence) this.#error = asAppError(cause)
    }
    page.isReading = false
    if (sequence !== this.#sequence) return
    this.#reading -= 1
    this.#settleTop()
    this.#dropFar()
    this.#options.onchange()
    this.#pump()
  }

  /** Rows were added or removed since they were counted, but the top must be index 0. */
  #settleTop(): void {
    if (!this.#above.isEnded || this.knownStart === 0) return
    const rows = -this.knownStart
    this.#cut = { ...this.#cut, rank: this.#cut.rank + rows }
    this.#wanted = { first: this.#wanted.first + rows, last: this.#wanted.last + rows }
    this.#options.onshift?.(rows)
  }

  #dropFar(): void {
    const away = (side: Side) => {
      const [first, last] = this.#span(side)
      return (page: ChainPage<Row>) => ({ page, rows: Math.abs(page.start + page.size / 2 - (first + last) / 2) })
    }
    const far = [...this.#below.loaded.map(away('below')), ...this.#above.loaded.map(away('above'))]
      .toSorted((a, b) => a.rows - b.rows)
      .slice(this.#options.maxPages)
    for (const { page } of far) page.rows = null
  }
}
