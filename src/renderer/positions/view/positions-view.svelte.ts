import { SvelteSet } from 'svelte/reactivity'
import { m } from '#shared/messages/messages.js'
import type { BondFigures } from '#shared/model/bond.ts'
import type { PositionRow } from '#shared/model/portfolio.ts'
import type { Sort } from '../../ui/table/table-state.svelte.ts'
import { CalmOrder } from './calm-order.ts'
import { comparedAmounts, isColumnKey, orderOf } from './columns.ts'
import { isSplit, subtotalInBase, subtotals, type Grouping, type Subtotal } from './grouping.ts'
import { foldByInstrument, splitByAccount, type Holding } from './holding.ts'
import { linesOf, sumLines, type Line, type SumLine } from './lines.ts'
import type { Amounts } from './track-widths.ts'

interface Source {
  readonly rows: () => readonly PositionRow[]
  readonly base?: () => string | null
  readonly bonds?: () => readonly BondFigures[]
  /** The account in scope. */
  readonly scope?: () => string | null
  /** Whether the table has no room for all facts of a bond in one line. */
  readonly isNarrow?: () => boolean
  /** Formats a number of rows. */
  readonly countText?: (count: number) => string
}

/** The state of the positions table: filter, sorting, grouping, open rows and the active line. */
export class PositionsView {
  filter = $state('')
  grouping = $state<Grouping>('instrument')
  sort = $state.raw<Sort>({ key: 'value', isDescending: true })
  /** The active line; empty means the first one. */
  activeKey = $state('')
  /** The rows that show their accounts. */
  readonly open = new SvelteSet<string>()
  /** Whether the pointer or the focus is in the table: its rows then keep their places. */
  isInUse = $state(false)
  readonly #source: Source
  readonly #order = new CalmOrder<Holding>()

  readonly #bonds = $derived.by(() => new Map(this.#source.bonds?.().map((bond) => [bond.symbol, bond])))
  readonly #held = $derived.by((): readonly Holding[] => {
    const arrange = isSplit(this.grouping) ? splitByAccount : foldByInstrument
    return arrange(this.#source.rows(), (symbol) => this.#bonds.get(symbol) ?? null)
  })
  /** Whether the rates and the reference data on which the order depends are known. */
  readonly #isComplete = $derived.by(() =>
    this.#source
      .rows()
      .every(
        ({ isReferenceRead, value, currency, valueInBase }) =>
          isReferenceRead && (this.base === null || value === null || currency === null || valueInBase !== null),
      ),
  )
  /** Sums depend on which rows are shown, not on their order. */
  readonly #matching = $derived.by(() => filterHoldings(this.#held, this.filter))
  /** Sorted before filtering, so that a key typed in the filter does not sort all rows again. */
  readonly #arranged = $derived.by(() => {
    const rows = this.#order.arrange(this.#held, (rows) => this.#ordered(rows), {
      choice: JSON.stringify([this.sort, this.grouping, this.#source.scope?.() ?? null]),
      isComplete: this.#isComplete,
      isInUse: this.isInUse,
    })
    return { rows, isWaiting: rows.length > 0 && this.#order.isWaiting }
  })
  readonly shown = $derived.by(() => {
    if (!this.isFiltered) return this.#arranged.rows
    const matching = new Set(this.#matching)
    return this.#arranged.rows.filter((row) => matching.has(row))
  })
  readonly lines = $derived.by((): readonly Line[] =>
    linesOf(this.shown, this.grouping, this.open, this.#source.isNarrow?.() ?? false),
  )
  /** One total in the base currency, and one per currency if there are several. */
  readonly totals = $derived.by((): readonly SumLine[] =>
    this.#matching.length === 0 ? [] : sumLines('total', this.#totalTitle(), this.#shownTotals()),
  )
  readonly #heldTotals = $derived.by(() => this.#totals(this.#held))
  readonly #heldAmounts = $derived.by((): readonly Amounts[] => [...this.#held, ...this.#heldTotals.map(amountsOf)])
  /**
   * The amounts that determine the widths of the columns: of all rows, so that a filter moves no column, and of the totals,
   * because a part may have a larger total than the whole.
   */
  readonly amounts = $derived.by((): readonly Amounts[] =>
    this.isFiltered
      ? [...this.#heldAmounts, ...this.totals.map(({ subtotal }) => amountsOf(subtotal))]
      : this.#heldAmounts,
  )
  readonly activeIndex = $derived.by(() =>
    Math.max(
      0,
      this.lines.findIndex(({ key }) => key === this.activeKey),
    ),
  )

  constructor(source: Source) {
    this.#source = source
  }

  /** The base currency; `null` if none is chosen. */
  get base(): string | null {
    return this.#source.base?.() ?? null
  }
  get isFiltered(): boolean {
    return this.filter.trim() !== ''
  }

  /** Whether the rows were sorted before all rates were known, and are sorted again when the table is not in use. */
  get isOrderWaiting(): boolean {
    return this.#arranged.isWaiting
  }
  /** Whether the sort column has amounts in currencies without a common one. Each currency is then sorted separately. */
  readonly isSortedByCurrency = $derived.by(() => {
    const amountOf = this.#comparedAmount
    if (amountOf === undefined) return false
    const apart = this.shown.filter((row) => amountOf.own(row) !== null && amountOf.inBase(row) === null)
    const isAnyConverted = this.shown.some((row) => amountOf.inBase(row) !== null)
    return new Set(apart.map(({ currency }) => currency)).size > (isAnyConverted ? 0 : 1)
  })
  /** Whether amounts in other currencies are sorted by their value in the base currency. */
  readonly isSortedInBase = $derived.by(() => {
    const amountOf = this.#comparedAmount
    return (
      amountOf !== undefined && this.shown.some((row) => amountOf.inBase(row) !== null && row.currency !== this.base)
    )
  })

  /** Shows the accounts of a row, or hides them. */
  toggle(key: string): void {
    if (!this.open.delete(key)) this.open.add(key)
  }

  get #comparedAmount() {
    const { sort } = this
    return sort === null || !isColumnKey(sort.key) ? undefined : comparedAmounts[sort.key]
  }

  #shownTotals(): readonly Subtotal[] {
    return this.isFiltered ? this.#totals(this.#matching) : this.#heldTotals
  }

  #totals(rows: readonly Holding[]): Subtotal[] {
    const parts = rows.flatMap(({ parts }) => parts)
    const byCurrency = subtotals(parts)
    const { base } = this
    if (base === null || (byCurrency.length === 1 && byCurrency[0]?.currency === base)) return byCurrency
    return [subtotalInBase(parts, base), ...byCurrency]
  }

  #totalTitle(): string {
    const [all, shown] = [this.#held.length, this.#matching.length]
    const text = (count: number) => this.#source.countText?.(count) ?? String(count)
    return shown === all
      ? m.positions_total_count({ count: text(all) })
      : m.positions_total_shown_of_all({ shown: text(shown), all: text(all) })
  }

  #ordered(rows: readonly Holding[]): readonly Holding[] {
    const { sort } = this
    return sort === null ? rows : rows.toSorted(orderOf(sort.key)(sort.isDescending ? 'descending' : 'ascending'))
  }
}

const amountsOf = ({ value, valueInBase, dailyPnl, unrealizedPnl }: Subtotal): Amounts => ({
  value: value.amount,
  valueInBase: valueInBase.amount,
  dailyPnl: dailyPnl.amount,
  unrealizedPnl: unrealizedPnl.amount,
})

/** Whether a stored value is a valid sort of the rows. */
export function isPositionSort(value: unknown): value is Sort {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('isDescending' in value)) return false
  const { key, isDescending } = value
  return typeof key === 'string' && (key === 'name' || isColumnKey(key)) && typeof isDescending === 'boolean'
}

/** The rows whose name, symbol, type, currency and accounts contain every word of the filter. */
export function filterHoldings(rows: readonly Holding[], filter: string): readonly Holding[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = searchedText(row)
    return words.every((word) => text.includes(word))
  })
}

const searchedTexts = new WeakMap<Holding, string>()
function searchedText(row: Holding): string {
  const known = searchedTexts.get(row)
  if (known !== undefined) return known
  const accounts = row.parts.map(({ accountId }) => accountId)
  const text = [row.name, row.symbol, row.type, row.currency, ...accounts].join(' ').toLowerCase()
  searchedTexts.set(row, text)
  return text
}
