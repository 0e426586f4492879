import { tick, untrack } from 'svelte'
import { RowWindow } from './row-window.svelte.ts'

/** A table with fewer rows is rendered completely. */
const longRows = 100
const headPx = 28

/**
 * The rendered rows of a table in a scrolling page. In a long table only rows near the view are rendered, with space for
 * the others.
 */
export class PageRows<T> {
  readonly #all: () => readonly T[]
  readonly #canBeLong: () => boolean
  readonly #window: RowWindow
  #body: HTMLTableSectionElement | undefined
  /** The largest widths of the columns so far, px, so that a change of the rendered rows does not move a column. */
  #widths = $state.raw<readonly number[]>([])
  #tablePx = 0

  readonly #isLong = $derived.by(() => this.#canBeLong() && this.#all().length > longRows)
  /** The index of the first rendered row. */
  readonly first = $derived.by(() => (this.#isLong ? this.#window.first : 0))
  readonly rows = $derived.by(() =>
    this.#isLong ? this.#all().slice(this.#window.first, this.#window.end) : this.#all(),
  )
  /** The height of the rows above and below the rendered ones, px. */
  readonly abovePx = $derived.by(() => (this.#isLong ? this.#window.abovePx : 0))
  readonly belowPx = $derived.by(() => (this.#isLong ? this.#window.belowPx : 0))

  constructor(all: () => readonly T[], canBeLong: () => boolean) {
    this.#all = all
    this.#canBeLong = canBeLong
    this.#window = new RowWindow(() => all().length)
    this.#window.viewPx = innerHeight
  }

  /** The minimum width of a column by its index, CSS; `undefined` if its content decides. */
  widthOf(place: number): string | undefined {
    const width = this.#isLong ? this.#widths[place] : undefined
    return width === undefined ? undefined : `${width}px`
  }

  /**
   * The index of the rendered row that is nearest to this one, so that the Tab key reaches the table at any scroll
   * position.
   */
  nearest(index: number): number {
    return this.#isLong ? Math.max(this.first, Math.min(index, this.first + this.rows.length - 1)) : index
  }

  /** Follows the scrolling of the page in any of its parts. Attach it to the body of the table. */
  readonly follow = (body: HTMLTableSectionElement): (() => void) | undefined => {
    this.#body = body
    if (!this.#isLong) return undefined
    const measure = (): void => untrack(() => this.#measure())
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(body)
    addEventListener('scroll', measure, { capture: true, passive: true })
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure, { capture: true })
      removeEventListener('resize', measure)
    }
  }

  /** Focuses a row, after rendering it and scrolling it into view. */
  async focus(index: number, options?: FocusOptions): Promise<void> {
    if (this.#rendered(index) === null) {
      const scroller = scrollerOf(this.#body)
      const top = this.#body?.getBoundingClientRect().top ?? 0
      const view = scroller.getBoundingClientRect().top + headPx
      scroller.scrollTop += top + index * this.#window.rowPx - view - (scroller.clientHeight - headPx) / 2
      this.#measure()
      await tick()
    }
    const row = this.#rendered(index)
    row?.focus(options)
    if (options?.preventScroll !== true) row?.scrollIntoView({ block: 'nearest' })
  }

  #rendered(index: number): HTMLElement | null {
    return this.#body?.querySelector<HTMLElement>(`[aria-rowindex="${index + 2}"]`) ?? null
  }

  #measure(): void {
    const row = this.#body?.querySelector<HTMLElement>('[aria-rowindex]')
    if (this.#body === undefined || row == null || row.offsetHeight === 0) return
    this.#window.rowPx = row.offsetHeight
    this.#window.viewPx = innerHeight
    this.#window.scrollTop = Math.max(0, -this.#body.getBoundingClientRect().top)
    const { offsetWidth } = this.#body
    const known = offsetWidth === this.#tablePx ? this.#widths : []
    this.#tablePx = offsetWidth
    const widths = [...row.children].map((cell, place) =>
      Math.max(cell instanceof HTMLElement ? cell.offsetWidth : 0, known[place] ?? 0),
    )
    if (widths.some((width, place) => width !== this.#widths[place])) this.#widths = widths
  }
}

/** The part of the page that scrolls the table. */
function scrollerOf(element: Element | undefined): Element {
  for (let box = element?.parentElement ?? null; box !== null; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  return document.documentElement
}
