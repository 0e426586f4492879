import { painted } from '../../lib/painted.svelte.ts'
import { RowWindow } from '../../ui/table/row-window.svelte.ts'
import type { Line } from '../view/lines.ts'
import type { PositionsView } from '../view/positions-view.svelte.ts'

/** How many lines the Page keys move. */
const pageLines = 10

/** The index that a key moves to; `undefined` if it does not move. */
function indexAfter(key: string, at: number, count: number): number | undefined {
  const last = Math.max(0, count - 1)
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageLines, PageUp: -pageLines }
  const step = steps[key]
  if (step !== undefined) return Math.max(0, Math.min(last, at + step))
  return key === 'Home' ? 0 : key === 'End' ? last : undefined
}

/**
 * The effect of a horizontal arrow key in a tree: right opens a row or moves to its first line; left closes the row or
 * moves back to it. Returns the index to move to, or `undefined`.
 */
function stepAside(view: PositionsView, line: Line, key: string): number | undefined {
  const at = view.lines.findIndex((each) => each.key === line.key)
  if (key === 'ArrowRight' && line.kind === 'holding') {
    if (line.isOpen) return at + 1
    view.toggle(line.key)
  } else if (key === 'ArrowLeft') {
    if (line.kind === 'holding' && line.isOpen) view.toggle(line.key)
    else if (line.kind === 'part' || line.kind === 'bond') {
      return view.lines.findIndex((each) => each.key === line.parent)
    }
  }
  return undefined
}

/** The assumed height while nothing is measured, px. */
const assumedPx = 2_000
/** Few, because a row has about forty elements. */
const overscanRows = 3

/** The lines of the positions in their scroll box: which ones are rendered, and which one is active. */
export class LinesInBox {
  readonly window: RowWindow
  readonly #view: PositionsView
  #box: HTMLElement | undefined

  readonly #wanted = $derived.by(() => ({ lines: this.#view.lines, first: this.window.first }))
  readonly #painted: { readonly current: { readonly lines: readonly Line[]; readonly first: number } }
  /**
   * The visible lines, with a few above and below. After a jump, a sort or a filter, those that are not visible follow one
   * frame later: until then their elements show what they showed before.
   */
  readonly rendered = $derived.by((): readonly Line[] => {
    const { lines, first } = this.#wanted
    const shown = lines.slice(first, this.window.end)
    const before = this.#painted.current
    if (before.lines === lines && Math.abs(before.first - first) <= overscanRows) return shown
    return shown.map((line, offset) =>
      this.window.isInView(offset) ? line : (before.lines[this.window.rowInSlotOf(offset, before.first)] ?? line),
    )
  })
  /** The line with the keyboard focus. */
  readonly active = $derived.by((): Line | undefined => this.#view.lines[this.#view.activeIndex])

  /** Whether the active line has an element: it has none when it is far out of view. */
  readonly isActiveRendered = $derived.by(
    () => this.#view.activeIndex >= this.window.first && this.#view.activeIndex < this.window.end,
  )

  constructor(view: PositionsView) {
    this.#view = view
    this.window = new RowWindow(() => view.lines.length, overscanRows)
    this.#painted = painted(() => this.#wanted)
  }

  /** `coveredPx`: the heights of the header and of the totals, which cover both ends of the box. */
  measure(box: HTMLElement, heightPx: number, rowPx: number, coveredPx: number): void {
    this.#box = box
    this.window.viewPx = heightPx > 0 ? Math.max(rowPx, heightPx - coveredPx) : assumedPx
    this.window.rowPx = rowPx
  }

  readonly onscroll = (): void => {
    this.window.scrollTop = this.#box?.scrollTop ?? 0
  }

  /** Moves the active line for a key. Returns whether the key was used. */
  press(key: string): boolean {
    const view = this.#view
    const next = indexAfter(key, view.activeIndex, view.lines.length)
    if (next !== undefined) this.#activate(next)
    else if ((key === 'ArrowRight' || key === 'ArrowLeft') && this.active !== undefined) {
      // The same row stays active when the sorting changes.
      view.activeKey = this.active.key
      const target = stepAside(view, this.active, key)
      if (target !== undefined) this.#activate(target)
    } else return false
    return true
  }

  #activate(index: number): void {
    const line = this.#view.lines[index]
    if (line === undefined || this.#box === undefined) return
    this.#view.activeKey = line.key
    this.#box.scrollTop = this.window.scrollTopFor(index)
    this.onscroll()
  }
}
