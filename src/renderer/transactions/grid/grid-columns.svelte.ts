import type { App } from '../../lib/app.svelte.ts'
import type { TransactionsView } from '../rows/transactions-view.svelte.ts'
import { longestTime, noLengths, tracksOf, withRows, type ColumnLengths } from './column-widths.ts'
import { columnPlans, timeText } from './line-text.ts'
import type { Viewport } from './viewport.svelte.ts'

/** Which columns the list shows, and how wide they are. */
export class GridColumns {
  /** The width of the list, px; 0 until it is measured. */
  width = $state(0)
  readonly #app: App
  readonly #view: TransactionsView
  readonly #viewport: Viewport
  // Grows with the rows that come into view, and starts again with another filter.
  #known: ColumnLengths | undefined
  #knownOf: unknown

  readonly isNarrow = $derived(this.width > 0 && this.width < 480)
  readonly shown = $derived.by(() =>
    columnPlans.filter(
      ({ key, hideBelow }) =>
        (this.width === 0 || this.width >= hideBelow) && (key !== 'account' || this.#app.accountId === null),
    ),
  )
  readonly #none = $derived.by(() => noLengths(longestTime((at) => timeText(at, this.#app.format, this.isNarrow))))
  /** The grid tracks as CSS. */
  readonly tracks = $derived.by(() => {
    const { requested } = this.#view
    if (this.#knownOf !== requested || this.#known?.time !== this.#none.time) this.#known = undefined
    this.#knownOf = requested
    this.#known = withRows(
      this.#known ?? this.#none,
      this.#viewport.lines.flatMap(({ row }) => row ?? []),
    )
    return tracksOf(this.shown, this.#known)
  })

  constructor(app: App, view: TransactionsView, viewport: Viewport) {
    this.#app = app
    this.#view = view
    this.#viewport = viewport
  }
}
