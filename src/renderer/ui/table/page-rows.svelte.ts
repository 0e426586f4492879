import { tick, untrack } from 'svelte'
import { RowWindow } from './row-window.svelte.ts'

const headPx = 28
/** A change of the mean height of rows by more than this share is another height, as that of another density. */
const otherHeight = 0.15

/**
 * The rendered rows of a table in a scrolling page. In a long table only rows near the view are rendered, with space for
 * the others.
 */
export class PageRows<T> {
  readonly #all: () => readonly T[]
  readonly #longRows: () => number
  readonly #layout: () => string
  readonly #window: RowWindow
  #body: HTMLTableSectionElement | undefined
  /**
   * The largest widths of the columns so far in one layout, px, so that a change of the rendered rows does not move a
   * column.
   */
  #widest = $state.raw<{ readonly layout: string; readonly px: readonly number[] }>({ layout: '', px: [] })

  readonly #isLong = $derived.by(() => this.#all().length > this.#longRows())
  /** The index of the first rendered row. */
  readonly first = $derived.by(() => (this.#isLong ? this.#window.first : 0))
  readonly rows = $derived.by(() =>
    this.#isLong ? this.#all().slice(this.#window.first, this.#window.end) : this.#all(),
  )
  /** The height of the rows above and below the rendered ones, px. */
  readonly abovePx = $derived.by(() => (this.#isLong ? this.#window.abovePx : 0))
  readonly belowPx = $derived.by(() => (this.#isLong ? this.#window.belowPx : 0))

  /** A table with at most `longRows` rows is rendered completely. `layout` changes with the available width and the columns. */
  constructor(all: () => readonly T[], longRows: () => number, layout: () => string) {
    this.#all = all
    this.#longRows = longRows
    this.#layout = layout
    this.#window = new RowWindow(() => all().length)
    this.#window.viewPx = innerHeight
  }

  /** The minimum width of a column by its index, CSS; `undefined` if its content decides. */
  widthOf(place: number): string | undefined {
    const { layout, px } = this.#widest
    const width = this.#isLong && layout === this.#layout() ? px[place] : undefined
    return width === undefined ? undefined : `${width}px`
  }

  /** Lets the rows on screen decide the widths again. The columns share free width, which rows with more content may need. */
  forgetWidths(): void {
    this.#widest = { layout: '', px: [] }
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
    // In a new layout the columns first lose the widths of the one before.
    const measureLater = (): void => void tick().then(measure)
    measure()
    const observer = new ResizeObserver(measureLater)
    observer.observe(body)
    addEventListener('scroll', measure, { capture: true, passive: true })
    addEventListener('resize', measureLater)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure, { capture: true })
      removeEventListener('resize', measureLater)
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
    const rows = [...(this.#body?.querySelectorAll<HTMLElement>('[aria-rowindex]') ?? [])]
    const heightPx = rows.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0) / rows.length
    const [row] = rows
    if (this.#body === undefined || row === undefined || heightPx === 0) return
    const layout = this.#layout()
    const { rowPx } = this.#window
    // Rows differ in height if folded cells wrap. The page must not jump whenever others are rendered.
    if (layout !== this.#widest.layout || Math.abs(heightPx - rowPx) > rowPx * otherHeight)
      this.#window.rowPx = heightPx
    this.#window.viewPx = innerHeight
    this.#window.scrollTop = Math.max(0, -this.#body.getBoundingClientRect().top)
    const known = layout === this.#widest.layout ? this.#widest.px : []
    const px = [...row.children].map((cell, place) =>
      Math.max(cell instanceof HTMLElement ? cell.offsetWidth : 0, known[place] ?? 0),
    )
    if (px.some((width, place) => width !== known[place])) this.#widest = { layout, px }
  }
}

/** The part of the page that scrolls the table. */
function scrollerOf(element: Element | undefined): Element {
  for (let box = element?.parentElement ?? null; box !== null; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  return document.documentElement
}
