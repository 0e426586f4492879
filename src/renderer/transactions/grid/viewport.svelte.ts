import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import type { TransactionList } from '../rows/transaction-list.svelte.ts'
import { ScrollSpace } from './scroll-space.ts'

/** A rendered row: its index in the list, and the transaction once it is read. */
export interface Line {
  readonly index: number
  readonly row: TransactionRow | undefined
}

const overscanRows = 4
/** Scrolling has stopped when the position has not changed for this long. */
const settleMs = 150

/** Which rows are in view, and their positions. Elements are reused: a row keeps its element while it is in view. */
export class Viewport {
  /** The scroll box. */
  box: HTMLElement | undefined
  viewPx = $state(0)
  rowPx = $state(32)
  #top = $state(0)
  #shift = $state(0)
  #direction = 0
  #settleTimer: ReturnType<typeof setTimeout> | undefined
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
    $effect(() => this.#list.want(this.first, this.last, this.#direction))
    $effect(() => () => clearTimeout(this.#settleTimer))
  }

  get canvasPx(): number {
    return Math.min(this.#list.length * this.rowPx, ScrollSpace.maxHeightPx)
  }
  readonly first = $derived(Math.floor(this.#top / this.rowPx))
  /** The index after the last row in view. */
  readonly last = $derived(Math.ceil((this.#top + this.viewPx) / this.rowPx))
  get isAtTop(): boolean {
    return this.#top < this.rowPx
  }
  /** How many rows the Page keys move: the fully visible rows minus one. */
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
      const previous = this.#slots[slot]
      return previous?.index === index && previous.row === row ? previous : { index, row }
    })
    return this.#slots
  })

  /** The position of a row in the box, in px. */
  yOf(index: number): number {
    return index * this.rowPx - this.#shift
  }

  readonly onscroll = (): void => {
    if (this.box === undefined) return
    const previousTop = this.#top
    this.#space.scrolled(this.box.scrollTop)
    this.#direction = Math.sign(this.#space.top - previousTop)
    this.#read()
    clearTimeout(this.#settleTimer)
    this.#settleTimer = setTimeout(() => this.#settle(), settleMs)
  }

  /** Scrolls just far enough to show the row. */
  reveal(index: number): void {
    const top = index * this.rowPx
    if (top < this.#top) this.#place(top)
    else if (top + this.rowPx > this.#top + this.viewPx) this.#place(top + this.rowPx - this.viewPx)
  }

  #settle(): void {
    this.#direction = 0
    this.#place(this.#top)
  }

  #place(top: number): void {
    // The list may have grown since it was measured.
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
