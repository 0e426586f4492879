import { tick } from 'svelte'
import { m } from '#shared/messages/messages.js'
import { DragOrder } from '../../lib/drag/drag-order.svelte.ts'
import { isMenuKey, menuPlace, type OpenMenu } from '../../ui/overlay/menu.ts'
import type { Sort } from '../../ui/table/table-state.svelte.ts'
import type { ListDialog } from '../lists/list-dialog.ts'
import type { WatchRow } from '../state/list-quotes.svelte.ts'
import type { Watchlists } from '../state/watchlists.svelte.ts'
import { rowActions } from './row-actions.ts'

interface Table {
  readonly watchlists: Watchlists
  /** In the order of the table. */
  readonly rows: () => readonly WatchRow[]
  readonly sort: () => Sort
  /** The instrument whose chart is open. */
  readonly charted: () => string | undefined
  readonly chart: (symbol: string | undefined) => void
  readonly ondialog: (dialog: ListDialog) => void
  readonly focusRow: (index: number) => Promise<void>
}

/** The actions on a row of the quote table: with keys, by dragging and in its menu. */
export class QuoteRows {
  /** The element around the table. */
  wrapper = $state<HTMLElement>()
  menu = $state.raw<OpenMenu>()
  readonly drag = new DragOrder({
    axis: 'block',
    items: () => this.#elements(),
    firstIndex: () => Math.max(0, this.#indexOf(this.#elements()[0] ?? null)),
    frame: () => this.wrapper,
    onmove: (from, to) => void this.#move(from, to),
  })
  readonly #table: Table

  constructor(table: Table) {
    this.#table = table
  }

  readonly open = ({ symbol }: WatchRow): void => {
    location.hash = `#/instrument/${encodeURIComponent(symbol)}`
  }

  toggleChart(symbol: string): void {
    this.#table.chart(this.#table.charted() === symbol ? undefined : symbol)
  }

  focus(symbol: string): Promise<void> {
    return this.#focus(this.#indexOfSymbol(symbol))
  }

  async remove({ symbol }: WatchRow): Promise<void> {
    // New prices may have replaced the rows in the meantime.
    const index = this.#indexOfSymbol(symbol)
    if (index < 0) return
    await this.#table.watchlists.removeSymbol(symbol)
    await this.#focus(Math.min(index, this.#table.rows().length - 1))
  }

  openMenu(row: WatchRow, x: number, y: number): void {
    const { symbol } = row
    // The menu returns the focus to the previous element, which is this row.
    this.#elementOf(symbol)?.focus()
    const items = rowActions(row, {
      isCharted: this.#table.charted() === symbol,
      open: this.open,
      toggleChart: () => this.toggleChart(symbol),
      ondialog: this.#table.ondialog,
      dissolve: (section) => void this.#table.watchlists.marks.renameSection(section, null),
      remove: () => void this.remove(row),
    })
    this.menu = { items, x, y, label: m.quotes_actions_for_symbol({ symbol }) }
  }

  readonly onkeydown = async (event: KeyboardEvent): Promise<void> => {
    const index = this.#indexOf(event.target)
    const row = this.#table.rows()[index]
    if (row === undefined || event.ctrlKey || event.metaKey) return
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const isPlain = !event.altKey && !event.shiftKey
    if (event.altKey && step !== undefined) {
      event.preventDefault()
      const last = this.#table.rows().length - 1
      if (this.#table.sort() === null) await this.#move(index, Math.max(0, Math.min(last, index + step)))
    } else if (isMenuKey(event)) {
      event.preventDefault()
      this.#openMenuAt(row, event)
    } else if (isPlain && event.key === 'Delete') {
      event.preventDefault()
      await this.remove(row)
    } else if (isPlain && event.key === ' ') {
      event.preventDefault()
      this.toggleChart(row.symbol)
    } else if (isPlain && event.key === 'Escape' && this.#table.charted() !== undefined) {
      this.#table.chart(undefined)
    }
  }

  readonly oncontextmenu = (event: MouseEvent): void => {
    const element = event.target instanceof Element ? event.target.closest('tbody tr') : null
    const row = this.#table.rows()[this.#indexOf(element)]
    if (row === undefined) return
    event.preventDefault()
    this.#openMenuAt(row, event)
  }

  /** An open chart follows the active row. */
  readonly onfocusin = ({ target }: FocusEvent): void => {
    const row = this.#table.rows()[this.#indexOf(target)]
    if (this.#table.charted() !== undefined && row !== undefined) this.#table.chart(row.symbol)
  }

  #openMenuAt(row: WatchRow, event: Event): void {
    const element = this.#elementOf(row.symbol)
    if (element === undefined) return
    const { x, y } = menuPlace(event, element)
    this.openMenu(row, x, y)
  }
  async #move(from: number, to: number): Promise<void> {
    const row = this.#table.rows()[from]
    if (row !== undefined) void this.#table.watchlists.moveSymbol(row.symbol, to)
    await this.#focus(to)
  }
  async #focus(index: number): Promise<void> {
    await tick()
    await this.#table.focusRow(index)
  }

  /** The rendered rows. */
  #elements(): HTMLTableRowElement[] {
    return [...(this.wrapper?.querySelectorAll<HTMLTableRowElement>('tbody [aria-rowindex]') ?? [])]
  }
  #elementOf(symbol: string): HTMLTableRowElement | undefined {
    const index = this.#indexOfSymbol(symbol)
    return this.#elements().find((row) => this.#indexOf(row) === index)
  }
  /** The index of the row of an element; -1 if it is not a row. */
  #indexOf(element: EventTarget | null): number {
    const index = element instanceof HTMLTableRowElement ? element.getAttribute('aria-rowindex') : null
    // The header is the first row.
    return index === null ? -1 : Number(index) - 2
  }
  #indexOfSymbol(symbol: string): number {
    return this.#table.rows().findIndex((row) => row.symbol === symbol)
  }
}
