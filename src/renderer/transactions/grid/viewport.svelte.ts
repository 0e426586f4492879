import type { TransactionRow } from '../../shared/model/activity.ts'
import { ScrollSpace } from './scroll-space.ts'
import type { TransactionList } from './transaction-list.svelte.ts'

/** A row of the page: its place in the list, and the transaction once it is read. */
export interface Line {
  readonly index: number
  readonly row: TransactionRow | undefined
}

const overscanRows = 4
/** Scrolling rests when it has not moved for so long. */
const restMs = 150

/** Which rows are in view and where they stand. Elements are used again: a row keeps its slot while it is in view. */
export class Viewport {
  /** The scroll box, and how much of it the heading takes. */
  box: HTMLElement | undefined
  viewPx = $state(0)
  rowPx = $state(32)
  #top = $state(0)
  #shift = $state(0)
  #towards = 0
  #resting: ReturnType<typeof setTimeout> | undefined
  #slots: Line[] = []
  readonly #space = new ScrollSpace()
  readonly #list: TransactionList

  constructor(list: TransactionList) {
    this.#list = list
    list.onshift = (rows) => this.#place(this.#top + rows * this.rowPx)
    list.onreset = () => this.#place(0)
    $effect(() => {
      this.#space.resize(this.#list.length * this.rowPx, this.viewPx)
      this.#read()
    })
    $effect(() => this.#list.want(this.first, this.last, this.#towards))
    $effect(() => () => clearTimeout(this.#resting))
  }

  get canvasPx(): number {
    return Math.min(this.#list.length * this.rowPx, ScrollSpace.tallestPx)
  }
  readonly first = $derived(Math.floor(this.#top / this.rowPx))
  /** Behind the last row in view. */
  readonly last = $derived(Math.ceil((this.#top + this.viewPx) / this.rowPx))
  get isAtTop(): boolean {
    return this.#top < this.rowPx
  }
  /** Full rows in view. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.viewPx / this.rowPx) - 1)
  }

  readonly lines = $derived.by((): readonly Line[] => {
    const count = Math.ceil(this.viewPx / this.rowPx) + 1 + 2 * overscanRows
    const first = Math.max(0, this.first - overscanRows)
    const length = Math.min(count, this.#list.length)
    this.#slots = Array.from({ length }, (_, slot) => {
      const index = first + ((((slot - first) % length) + length) % length)
      const row = this.#list.rowAt(index)
      const before = this.#slots[slot]
      return before?.index === index && before.row === row ? before : { index, row }
    })
    return this.#slots
  })

  /** Where a row stands in the box, px. */
  yOf(index: number): number {
    return index * this.rowPx - this.#shift
  }

  readonly onscroll = (): void => {
    if (this.box === undefined) return
    const before = this.#top
    this.#space.scrolled(this.box.scrollTop)
    this.#towards = Math.sign(this.#space.top - before)
    this.#read()
    clearTimeout(this.#resting)
    this.#resting = setTimeout(() => this.#rest(), restMs)
  }

  /** Scrolls no farther than it takes to have the row in view. */
  reveal(index: number): void {
    const top = index * this.rowPx
    if (top < this.#top) this.#place(top)
    else if (top + this.rowPx > this.#top + this.viewPx) this.#place(top + this.rowPx - this.viewPx)
  }

  #rest(): void {
    this.#towards = 0
    this.#place(this.#top)
  }

  #place(top: number): void {
    // What is to be shown may be longer than what was measured last.
    this.#space.resize(this.#list.length * this.rowPx, this.viewPx)
    const scrollTop = this.#space.moveTo(top)
    if (this.box && Math.abs(this.box.scrollTop - scrollTop) >= 1) this.box.scrollTop = scrollTop
    this.#read()
  }

  #read(): void {
    this.#top = this.#space.top
    this.#shift = this.#space.shift
  }
}
