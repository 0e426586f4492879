import { dayMs } from '#shared/durations.ts'
import type { IncomeGrouping, IncomeKind, IncomeRow, IncomeState, IncomeSummary } from '#shared/model/ledger/income.ts'
import { ActionRunner } from '../lib/action-runner.svelte.ts'
import type { App } from '../lib/app.svelte.ts'
import { query } from '../lib/host/queries.svelte.ts'
import type { Query } from '../lib/host/query.svelte.ts'
import { endings, overdue, type IncomeSelection } from '../navigation/income-address.ts'
import { currenciesOf } from './chart-bars.ts'
import { isEnding, isOverdue, keyOf, matchesText } from './income-words.ts'

/** The view modes of the screen. */
type IncomeMode = 'list' | 'month' | 'year' | 'yields'
/** How far the list goes: seven days ahead, or back. */
type IncomePeriod = 'week' | 'near' | 'year' | 'years' | 'all'

interface ExportedIncome {
  readonly id: string
  readonly path: string
  readonly rows: number
}

interface Span {
  /** UTC ms: `from` inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
}

const startOf = (year: number, month: number): number => Date.UTC(year, month, 1)

/** The month (`2026-03`) that is the given number of months later. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(startOf(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** The period that a mode shows: a month, a year, or the period of the list, which ends a year from today. */
export function spanOf(mode: IncomeMode, month: string, period: IncomePeriod, today: string): Span {
  const [year = 0, number = 1] = month.split('-').map(Number)
  if (mode === 'month') return { from: startOf(year, number - 1), to: startOf(year, number) }
  if (mode === 'year') return { from: startOf(year, 0), to: startOf(year + 1, 0) }
  const now = Date.parse(`${today}T00:00:00Z`)
  if (period === 'week') return { from: now, to: now + 7 * dayMs }
  const thisYear = new Date(now).getUTCFullYear()
  if (period === 'year') return { from: startOf(thisYear, 0), to: startOf(thisYear + 1, 0) }
  const to = now + 367 * dayMs
  if (period === 'all') return { from: startOf(1970, 0), to }
  return { from: period === 'near' ? now - 365 * dayMs : startOf(thisYear - 3, 0), to }
}

/** The data of the screen and the choices of the user. */
export class IncomeView {
  readonly app: App
  readonly rows: Query<readonly IncomeRow[]>
  readonly summary: Query<IncomeSummary>
  readonly actions = new ActionRunner()
  readonly #today = $derived.by(() => new Date(this.app.now).toISOString().slice(0, 10))
  mode = $state<IncomeMode>('list')
  period = $state<IncomePeriod>('near')
  grouping = $state<IncomeGrouping>('instrument')
  /** The month of the calendar, `2026-03`; its year is shown in the mode `year`. */
  month = $state('')
  state = $state<IncomeState | typeof overdue | 'all'>('all')
  kind = $state<IncomeKind | typeof endings | 'all'>('all')
  symbol = $state('all')
  filter = $state('')
  #currency = $state<string | null>(null)
  #openedKey = $state<string | null>(null)
  #exported = $state.raw<{ readonly file: ExportedIncome; readonly span: Span }>()

  constructor(app: App) {
    this.app = app
    this.month = this.#today.slice(0, 7)
    this.rows = query(app.client, 'income.list', () => ({ accountId: app.accountId, ...this.span }), {
      coalesceMs: 1_000,
    })
    this.summary = query(app.client, 'income.summary', () => ({ accountId: app.accountId, by: this.grouping }), {
      coalesceMs: 2_000,
    })
  }

  /** Shows what an address selects, without other filters. */
  select(selection: IncomeSelection): void {
    this.clearFilters()
    this.mode = 'list'
    const isOfWeek = selection === 'endings-this-week'
    this.period = isOfWeek ? 'week' : 'all'
    if (isOfWeek) this.kind = endings
    else this.state = overdue
  }

  get today(): string {
    return this.#today
  }

  readonly span = $derived.by(() => spanOf(this.mode, this.month, this.period, this.#today))

  /** The rows that match the filters; `undefined` until they are read. */
  readonly shown = $derived.by(() =>
    this.rows.current?.filter(
      (row) =>
        (this.state === 'all' || row.state === this.state || (this.state === overdue && isOverdue(row))) &&
        (this.kind === 'all' || row.kind === this.kind || (this.kind === endings && isEnding(row))) &&
        (this.symbol === 'all' || row.symbol === this.symbol) &&
        matchesText(row, this.filter),
    ),
  )

  readonly isFiltered = $derived.by(
    () => this.filter.trim() !== '' || [this.state, this.kind, this.symbol].some((value) => value !== 'all'),
  )

  /** What is shown by no other filter; `null` if it is neither selection. */
  readonly selection = $derived.by((): IncomeSelection | null => {
    if (this.filter.trim() !== '' || this.symbol !== 'all') return null
    if (this.kind === endings && this.state === 'all') return this.period === 'week' ? 'endings-this-week' : null
    return this.state === overdue && this.kind === 'all' ? 'overdue' : null
  })

  clearFilters(): void {
    this.state = 'all'
    this.kind = 'all'
    this.symbol = 'all'
    this.filter = ''
  }

  readonly currencies = $derived.by(() => currenciesOf(this.shown ?? []))

  /** The currency of the chart: the chosen one if it has income. */
  get currency(): string {
    return this.currencies.find((code) => code === this.#currency) ?? this.currencies[0] ?? ''
  }
  set currency(code: string) {
    this.#currency = code
  }

  readonly opened = $derived.by(() => this.rows.current?.find((row) => keyOf(row) === this.#openedKey))

  open(row: IncomeRow | null): void {
    this.#openedKey = row === null ? null : keyOf(row)
  }

  /** Moves the calendar by `count` months or years. */
  move(count: number): void {
    this.month = monthAfter(this.month, this.mode === 'year' ? count * 12 : count)
  }

  async export(format: 'csv' | 'ics'): Promise<void> {
    this.#exported = undefined
    const { span } = this
    await this.actions.run(format, async () => {
      const file = await this.app.client.call('income.export', { accountId: this.app.accountId, ...span, format })
      this.#exported = { file, span }
    })
  }

  /** The file of the last export of the shown period. */
  get exported(): ExportedIncome | undefined {
    return this.#exported?.span === this.span ? this.#exported.file : undefined
  }

  /** Hides the result of the last export and shows the export buttons again. */
  forgetExported(): void {
    this.#exported = undefined
  }
}
