import { RowWindow } from '../../ui/table/row-window.svelte.ts'
import type { Line } from '../view/lines.ts'
import type { PositionsView } from '../view/positions-view.svelte.ts'
import { indexAfter, stepAside } from './row-keys.ts'

/** The assumed height while nothing is measured, px. */
const assumedPx = 2_000
const headPx = 28
/** Few, because a row has about forty elements. */
const overscanRows = 3

/** The lines of the positions in their scroll box: which ones are rendered, and which one is active. */
export class LinesInBox {
  readonly window: RowWindow
  readonly #view: PositionsView
  readonly #footerCount: () => number
  #box: HTMLElement | undefined

  /** The visible lines, with a few above and below. */
  readonly rendered = $derived.by((): readonly Line[] => this.#view.lines.slice(this.window.first, this.window.end))
  /** The line with the keyboard focus. */
  readonly active = $derived.by((): Line | undefined => this.#view.lines[this.#view.activeIndex])

  constructor(view: PositionsView, footerCount: () => number) {
    this.#view = view
    this.#footerCount = footerCount
    this.window = new RowWindow(() => view.lines.length, overscanRows)
  }

  measure(box: HTMLElement, heightPx: number, rowPx: number): void {
    this.#box = box
    // The header and the totals cover both ends of the box.
    this.window.viewPx = heightPx > 0 ? Math.max(rowPx, heightPx - headPx - this.#footerCount() * rowPx) : assumedPx
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
