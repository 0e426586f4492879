import type { TransactionRow } from '../../../shared/model/transaction/transaction.ts'
import { rowKey } from './row-source.ts'

/** More rows than this are not held for copying: that is what the export is for. */
export const maxSelected = 10_000

interface Selected {
  readonly index: number
  readonly row: TransactionRow
}

/** Which rows are selected. The rows themselves are held: their pages may be dropped before they are copied. */
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

  /** Selects from where selecting began to `to`, as far as rows are loaded. `from` is where it begins now, if it does. */
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
