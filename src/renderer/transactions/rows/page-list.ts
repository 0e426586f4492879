import type { AppError } from '../../../shared/errors.ts'
import { asAppError } from '../../lib/host/failure.ts'
import { PageChain, type ChainPage } from './page-chain.ts'
import { type Side, type Cut, top, type ReadPage } from './row-source.ts'

interface Options {
  /** Rows a full page has: how far ahead to expect the end. */
  readonly pageRows: number
  /** Pages whose rows are kept; farther ones are dropped and read again by their cursor. */
  readonly maxPages: number
  /** Something that can be seen changed. */
  readonly onchange: () => void
  /** The top lies `rows` higher or lower than counted: every index moves by that number. */
  readonly onshift?: (rows: number) => void
}

const readsAtOnce = 2

/**
 * Rows by their index, read in keyset pages around a cut. Pages form two chains; neighbours always meet at a cursor, so
 * that no row is missing or there twice while rows are added. Memory is bounded, however long the list is.
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
  /** The first page is here: it is known which rows there are. */
  get isBegun(): boolean {
    return this.#below.count > 0 || this.#below.isEnded
  }
  /** Index behind the last row that was ever read. */
  get knownEnd(): number {
    return this.#cut.rank + this.#below.count
  }
  get knownStart(): number {
    return this.#cut.rank - this.#above.count
  }
  get isEndKnown(): boolean {
    return this.#below.isEnded
  }
  /** Pages whose rows are in memory. */
  get loadedPages(): number {
    return this.#below.loaded.length + this.#above.loaded.length
  }

  /** How many rows there are, as far as is known; `counted` is the exact count, once there is one. */
  lengthWith(counted: number | undefined): number {
    if (this.#below.isEnded) return this.knownEnd
    return Math.max(counted ?? 0, this.knownEnd + this.#options.pageRows)
  }

  rowAt(index: number): Row | undefined {
    const offset = index - this.#cut.rank
    return offset >= 0 ? this.#below.rowAt(offset) : this.#above.rowAt(-1 - offset)
  }

  /** All rows in memory that lie without a hole around `index`, with the index of the first. */
  loadedAround(index: number): { readonly first: number; readonly rows: readonly Row[] } {
    let first = index
    while (this.rowAt(first - 1) !== undefined) first -= 1
    const rows: Row[] = []
    for (let row = this.rowAt(first); row !== undefined; row = this.rowAt(first + rows.length)) rows.push(row)
    return { first, rows }
  }

  /** Rows between the index and what was ever read: walking there takes as many. */
  distanceTo(index: number): number {
    if (index >= this.knownEnd) return this.#below.isEnded ? 0 : index - this.knownEnd + 1
    return index < this.knownStart && !this.#above.isEnded ? this.knownStart - index : 0
  }

  /** These indices are wanted now (last exclusive); what lies ahead in the direction of scrolling is the caller's to add. */
  want(first: number, last: number): void {
    this.#wanted = { first: Math.max(0, first), last }
    this.#pump()
  }

  /** Restarts at another position; responses that are on their way are dropped. */
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
   * Rows changed: what is on screen is read again, and the end looked for once more. `withTop` is false when new rows
   * stand above the first page: reading it again would push everything down.
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

  /** The wanted indices as offsets from the cut on a side. */
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
      // Of another cut, or the neighbour moved the page's beginning meanwhile.
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

  /** Rows were added or removed since they were counted: the top is index 0 nevertheless. */
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
