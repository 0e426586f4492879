import { SvelteSet } from 'svelte/reactivity'
import type { PositionRow } from '../../shared/model/portfolio.ts'
import type { Sort } from '../ui/table/data-table.svelte.ts'
import { columnPlans, comparedAmounts, isColumnKey, type ColumnKey } from './columns.ts'
import { groupPositions, subtotalInBase, subtotals, type Grouping, type Subtotal } from './grouping.ts'

/** A line of the table: a position, or a sum of positions in one currency. */
export type Line =
  | { readonly kind: 'position'; readonly key: string; readonly row: PositionRow }
  | { readonly kind: 'sum'; readonly key: string; readonly title: string; readonly subtotal: Subtotal }

/** The state of the positions table: filter, sorting, grouping and hidden columns. */
export class PositionsView {
  filter = $state('')
  grouping = $state<Grouping>('none')
  sort = $state.raw<Sort>({ key: 'value', isDescending: true })
  readonly hidden = new SvelteSet<ColumnKey>(['type'])
  readonly #rows: () => readonly PositionRow[]
  readonly #base: () => string | null

  readonly shown = $derived.by(() => this.#ordered(filterPositions(this.#rows(), this.filter)))
  readonly lines = $derived.by((): Line[] => {
    const isGrouped = this.grouping !== 'none'
    const groups = groupPositions(this.shown, this.grouping)
    const own = groups.flatMap((group) => [
      ...(isGrouped ? sumLines(group.key, `${group.title} · ${group.rows.length}`, group.subtotals) : []),
      ...group.rows.map((row) => ({ kind: 'position' as const, key: `${row.accountId} ${row.symbol}`, row })),
    ])
    return this.shown.length > 0 ? [...own, ...sumLines('total', this.#totalTitle(), this.#totals())] : own
  })

  constructor(rows: () => readonly PositionRow[], base: () => string | null = () => null) {
    this.#rows = rows
    this.#base = base
  }

  /** The base currency; `null` without one. */
  get base(): string | null {
    return this.#base()
  }

  /** Whether the values of all positions can be added as they are. */
  get isOfOneCurrency(): boolean {
    return new Set(this.#rows().map(({ currency }) => currency)).size <= 1
  }

  /** Whether the lines are sorted by amounts that cannot all be compared: then each currency is sorted for itself. */
  readonly isSortedByCurrency = $derived.by(() => {
    const { sort } = this
    const amountOf = sort === null || !isColumnKey(sort.key) ? undefined : comparedAmounts[sort.key]
    if (amountOf === undefined) return false
    const apart = this.shown.filter((row) => amountOf.own(row) !== null && amountOf.inBase(row) === null)
    const isAnyConverted = this.shown.some((row) => amountOf.inBase(row) !== null)
    return new Set(apart.map(({ currency }) => currency)).size > (isAnyConverted ? 0 : 1)
  })

  /** Shows or hides a column. The name of the instrument cannot be hidden. */
  toggle(key: ColumnKey): void {
    if (key === 'name') return
    if (!this.hidden.delete(key)) this.hidden.add(key)
  }

  /** One total in the base currency, and one for each currency where there are several. */
  #totals(): Subtotal[] {
    const byCurrency = subtotals(this.shown)
    const { base } = this
    if (base === null || (byCurrency.length === 1 && byCurrency[0]?.currency === base)) return byCurrency
    return [subtotalInBase(this.shown, base), ...byCurrency]
  }

  #totalTitle(): string {
    const [all, shown] = [this.#rows().length, this.shown.length]
    return shown === all ? `Total · ${all}` : `Total · ${shown} of ${all}`
  }

  #ordered(rows: readonly PositionRow[]): readonly PositionRow[] {
    const { sort } = this
    if (sort === null || !isColumnKey(sort.key)) return rows
    return rows.toSorted(columnPlans[sort.key].order(sort.isDescending ? 'descending' : 'ascending'))
  }
}

function sumLines(key: string, title: string, sums: readonly Subtotal[]): Line[] {
  return sums.map((subtotal, index) => ({
    kind: 'sum',
    key: `sum ${key} ${index} ${subtotal.currency}`,
    title: index === 0 ? title : '',
    subtotal,
  }))
}

/** The positions whose name, symbol, type, currency and account contain every word of the filter. */
export function filterPositions(rows: readonly PositionRow[], filter: string): readonly PositionRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = [row.name, row.symbol, row.type, row.currency, row.accountId].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
