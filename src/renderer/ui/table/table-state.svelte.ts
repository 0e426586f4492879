import { tick, untrack, type Snippet } from 'svelte'
import { rowAfterKey } from '../../lib/keyboard/row-after-key.ts'
import { isReturn } from '../../lib/view-state/history-entries.ts'
import { focusedTable } from '../../lib/view-state/return-focus.ts'
import { isText, ViewState } from '../../lib/view-state/view-state.svelte.ts'
import { ColumnFit, type ColumnLimits } from './column-fit.svelte.ts'

/** One column of a DataTable. */
export interface Column<T> extends ColumnLimits {
  readonly key: string
  readonly title: string
  readonly align?: 'start' | 'end'
  /** Ascending comparison; without it the column cannot be sorted. */
  readonly sort?: (a: T, b: T) => number
  /** Renders a cell. It also receives the column, so that columns can share a snippet. */
  readonly cell: Snippet<[T, Column<T>]>
  /** Whether its cells show the folded ones below them. If no column does, those of the first one do. */
  readonly holdsFolded?: true
  /** The minimum width of a column of a DataTable, CSS. Content that arrives later and fits moves nothing. */
  readonly minWidth?: string
}

/** The sorted column; null keeps the given order of the rows. */
export type Sort = { readonly key: string; readonly isDescending: boolean } | null

/** The properties of every table. */
export interface TableProps<T> {
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowKey: (row: T) => string
  label: string
  /** Unique within the screen, and the same in every language: the history stores sort and active row under it. */
  name: string
  onopen?: ((row: T) => void) | undefined
  sort?: Sort
}

interface Source<T> {
  /** As in `TableProps`. */
  readonly name: string
  readonly rows: () => readonly T[]
  readonly columns: () => readonly Column<T>[]
  readonly rowKey: (row: T) => string
  readonly sort: () => Sort
  readonly setSort: (sort: Sort) => void
  /** The maximum number of sorted rows to show. */
  readonly limit?: () => number
}

/** How many rows the Page keys move. */
const pageRows = 10

/** The columns, sorted rows and active row of a DataTable. Rows are identified by key, because their order may change. */
export class TableState<T> {
  readonly fit: ColumnFit
  readonly #activeKey: ViewState<string>
  readonly #sort: ViewState<Sort>
  /** The table whose row had the focus last. */
  readonly #focusedTable = new ViewState(focusedTable, '', isText)
  readonly #source: Source<T>
  #awaitsFocus: boolean
  /** Whether columns are measured and folded now: twice at once, a column would go that has room. */
  #isFitting = false

  readonly columns = $derived.by(() => this.#source.columns().filter((column) => this.fit.isShown(column)))
  /** The columns whose cells are below another one. */
  readonly folded = $derived.by(() => this.#source.columns().filter((column) => this.fit.isFolded(column)))
  /** Folds or hides columns until they fit. `measure` returns the width of the columns on screen, px. One call at a time. */
  async fitColumns(measure: () => number): Promise<void> {
    if (this.#isFitting) return
    this.#isFitting = true
    const columns = this.#source.columns()
    const limits = columns.map(({ hideBelow = 0, foldBelow = 0 }) => Math.max(hideBelow, foldBelow))
    for (let times = 0; times < columns.length; times++) {
      await tick()
      if (!this.fit.noteFit(measure(), limits)) break
    }
    this.#isFitting = false
  }

  /** The index of the column that shows the folded cells. */
  readonly foldPlace = $derived.by(() =>
    Math.max(
      0,
      this.columns.findIndex(({ holdsFolded }) => holdsFolded),
    ),
  )
  readonly rows = $derived.by(() => {
    const [sorted, limit] = [this.#sorted(), this.#source.limit?.() ?? Infinity]
    return sorted.length > limit ? sorted.slice(0, limit) : sorted
  })

  constructor(source: Source<T>) {
    this.#source = source
    this.fit = new ColumnFit(source.name)
    this.#activeKey = new ViewState(`row ${source.name}`, '', isText)
    this.#sort = new ViewState<Sort>(`sort ${source.name}`, null, isSort)
    this.#awaitsFocus = isReturn() && this.#focusedTable.current === source.name
    untrack(() => this.#sortAsStored())
  }

  /** Restores the stored sort if that column still exists. */
  #sortAsStored(): void {
    const { current } = this.#sort
    if (current !== null && this.#source.columns().some(({ key }) => key === current.key)) this.#source.setSort(current)
  }

  /**
   * The row that gets the focus back once it is rendered; `undefined` if this is not a return, or if another element has
   * the focus.
   */
  takeReturnRow(): number | undefined {
    if (!this.#awaitsFocus) return undefined
    const index = this.rows.findIndex((row) => this.#source.rowKey(row) === this.#activeKey.current)
    if (index < 0) return undefined
    this.#awaitsFocus = false
    const { activeElement, body } = document
    return activeElement === body || activeElement?.matches('main') ? index : undefined
  }

  /** The row that the Tab key moves to: the last used one, or the first. */
  readonly activeIndex = $derived.by(() => {
    const index = this.rows.findIndex((row) => this.#source.rowKey(row) === this.#activeKey.current)
    return Math.max(0, index)
  })

  activate(index: number): void {
    const row = this.rows[index]
    if (row === undefined) return
    this.#activeKey.current = this.#source.rowKey(row)
    this.#focusedTable.current = this.#source.name
    this.#awaitsFocus = false
  }

  /** The row that a key moves to; `undefined` if the key does not move. */
  indexAfter(key: string): number | undefined {
    return rowAfterKey(key, this.activeIndex, this.rows.length, pageRows)
  }

  /** Sorts after a click on a column: numbers start with the largest, names with A. */
  sortBy(column: Column<T>): void {
    const sort = this.#source.sort()
    const isDescending = sort?.key === column.key ? !sort.isDescending : column.align === 'end'
    this.#sort.current = { key: column.key, isDescending }
    this.#source.setSort(this.#sort.current)
  }

  ariaSort(column: Column<T>): 'ascending' | 'descending' | 'none' | undefined {
    if (!column.sort) return undefined
    const sort = this.#source.sort()
    if (sort?.key !== column.key) return 'none'
    return sort.isDescending ? 'descending' : 'ascending'
  }

  #sorted(): readonly T[] {
    const rows = this.#source.rows()
    const sort = this.#source.sort()
    const compare = this.#source.columns().find(({ key }) => key === sort?.key)?.sort
    if (!sort || !compare) return rows
    return rows.toSorted((a, b) => (sort.isDescending ? compare(b, a) : compare(a, b)))
  }
}

const isSort = (value: unknown): value is Sort =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'isDescending' in value &&
  typeof value.isDescending === 'boolean'
