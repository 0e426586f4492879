import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { rowKey } from './row-source.ts'

/** The maximum number of rows that can be selected for copying; the export handles more. */
export const maxSelected = 10_000

interface Selected {
  readonly index: number
  readonly row: TransactionRow
}

/** The selected rows. They are kept here, because their pages may be dropped before they are copied. */
export class Selection {
  #rows = $state.raw<ReadonlyMap<string, Selected>>(new Map())
  #anchor: number | null = null

  get count(): number {
    return this.#rows.size
  }
  /** In the order of the list. */
  get rows(): readonly TransactionRow[] {
    return [...this.#rows.values()].toSorted((a, b) => a.index - b.index).map(({ row }) => row)
  }
  has(row: TransactionRow): boolean {
    return this.#rows.size > 0 && this.#rows.has(rowKey(row))
  }

  toggle(index: number, row: TransactionRow): void {
    const rows = new Map(this.#rows)
    if (!rows.delete(rowKey(row))) rows.set(rowKey(row), { index, row })
    this.#anchor = index
    this.#set(rows)
  }

  /**
   * Selects from the start of the selection to `to`, as far as rows are loaded. `from` is the start if there is no
   * selection yet.
   */
  extend(from: number, to: number, rowAt: (index: number) => TransactionRow | undefined): void {
    this.#anchor ??= from
    const [first, last] = [Math.min(this.#anchor, to), Math.max(this.#anchor, to)]
    const rows = new Map<string, Selected>()
    for (let index = first; index <= last && rows.size < maxSelected; index += 1) {
      const row = rowAt(index)
      if (row !== undefined) rows.set(rowKey(row), { index, row })
    }
    this.#set(rows)
  }

  all(first: number, rows: readonly TransactionRow[]): void {
    this.#set(new Map(rows.slice(0, maxSelected).map((row, offset) => [rowKey(row), { index: first + offset, row }])))
  }

  clear(): void {
    this.#anchor = null
    if (this.#rows.size > 0) this.#rows = new Map()
  }

  #set(rows: ReadonlyMap<string, Selected>): void {
    this.#rows = rows
    if (rows.size === 0) this.#anchor = null
  }
}
