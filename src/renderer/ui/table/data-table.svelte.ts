import type { Snippet } from 'svelte'

/** One column of a DataTable. */
export interface Column<T> {
  readonly key: string
  readonly title: string
  readonly align?: 'start' | 'end'
  /** Ascending; without it the column does not sort. */
  readonly sort?: (a: T, b: T) => number
  /** Gets the row, and its column for one snippet of many columns. */
  readonly cell: Snippet<[T, Column<T>]>
  /** Left out while the table is narrower than this many px. */
  readonly hideBelow?: number
}

/** Which column sorts; null leaves the rows in the order given. */
export type Sort = { readonly key: string; readonly isDescending: boolean } | null

interface Source<T> {
  readonly rows: () => readonly T[]
  readonly columns: () => readonly Column<T>[]
  readonly rowKey: (row: T) => string
  readonly sort: () => Sort
}

/** A page of rows for the Page keys. */
const pageRows = 10

/** What a DataTable shows and which of its rows the keyboard is on. Rows are known by key: they may move under it. */
export class TableState<T> {
  /** Inline size of the table in px; 0 while it is not measured. */
  width = $state(0)
  /** What the columns need, in px. */
  contentWidth = $state(0)
  #activeKey = $state<string | null>(null)
  readonly #source: Source<T>

  /** The columns need more than there is. */
  readonly isCramped = $derived(this.contentWidth > this.width)
  readonly columns = $derived.by(() =>
    this.#source.columns().filter(({ hideBelow = 0 }) => this.width === 0 || this.width >= hideBelow),
  )
  readonly rows = $derived.by(() => this.#sorted())

  constructor(source: Source<T>) {
    this.#source = source
  }

  /** The row that the Tab key reaches: the one last used, or the first. */
  readonly activeIndex = $derived.by(() => {
    const index = this.rows.findIndex((row) => this.#source.rowKey(row) === this.#activeKey)
    return Math.max(0, index)
  })

  activate(index: number): void {
    const row = this.rows[index]
    if (row !== undefined) this.#activeKey = this.#source.rowKey(row)
  }

  /** Where a key leads from the active row; `undefined` if it means nothing to a table. */
  indexAfter(key: string): number | undefined {
    const last = this.rows.length - 1
    const at = this.activeIndex
    switch (key) {
      case 'ArrowDown':
        return Math.min(last, at + 1)
      case 'ArrowUp':
        return Math.max(0, at - 1)
      case 'PageDown':
        return Math.min(last, at + pageRows)
      case 'PageUp':
        return Math.max(0, at - pageRows)
      case 'Home':
        return 0
      case 'End':
        return last
      default:
        return undefined
    }
  }

  /** The sort after a click on a column: figures begin with the largest, names with the first. */
  sortAfterClick(column: Column<T>): Sort {
    const sort = this.#source.sort()
    if (sort?.key === column.key) return { key: column.key, isDescending: !sort.isDescending }
    return { key: column.key, isDescending: column.align === 'end' }
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
