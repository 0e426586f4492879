import type {
  IncomeGrouping,
  IncomeKind,
  IncomeRow,
  IncomeState,
  IncomeSummary,
} from '../../shared/model/ledger/income.ts'
import { ActionRunner } from '../lib/action-runner.svelte.ts'
import type { App } from '../lib/app.svelte.ts'
import { Query } from '../lib/host/query.svelte.ts'
import { currenciesOf } from './chart-bars.ts'
import { keyOf } from './income-words.ts'
import { monthAfter, spanOf, type IncomeMode, type IncomePeriod } from './span.ts'

const topics = [
  ...(['ledger.changed', 'transactions.changed', 'coverage.changed', 'events.changed', 'accounts.changed'] as const),
  ...(['instruments.changed', 'currencies.changed', 'settings.changed'] as const),
]

/** The data of the screen and what is chosen on it. */
export class IncomeView {
  readonly app: App
  readonly rows: Query<readonly IncomeRow[]>
  readonly summary: Query<IncomeSummary>
  readonly actions: ActionRunner
  readonly #today = $derived.by(() => new Date(this.app.now).toISOString().slice(0, 10))
  mode = $state<IncomeMode>('list')
  period = $state<IncomePeriod>('near')
  grouping = $state<IncomeGrouping>('instrument')
  /** The month of the calendar, `2026-03`; the year is the one of the month. */
  month = $state('')
  state = $state<IncomeState | 'all'>('all')
  kind = $state<IncomeKind | 'all'>('all')
  symbol = $state('all')
  #currency = $state<string | null>(null)
  #openedKey = $state<string | null>(null)
  /** Where the last export lies. */
  exported = $state.raw<{ readonly path: string; readonly rows: number }>()

  constructor(app: App) {
    this.app = app
    this.actions = new ActionRunner(app.client)
    this.month = this.#today.slice(0, 7)
    this.rows = new Query<readonly IncomeRow[]>(
      app.client,
      topics,
      () => app.client.call('income.list', { accountId: app.accountId, ...this.span }),
      { key: () => `${app.accountId} ${this.span.from} ${this.span.to}`, coalesceMs: 1_000 },
    )
    this.summary = new Query<IncomeSummary>(
      app.client,
      [...topics, 'quotes.changed'],
      () => app.client.call('income.summary', { accountId: app.accountId, by: this.grouping }),
      { key: () => `${app.accountId} ${this.grouping}`, coalesceMs: 2_000 },
    )
  }

  get today(): string {
    return this.#today
  }

  readonly span = $derived.by(() => spanOf(this.mode, this.month, this.period, this.#today))

  /** Rows of the filters; `undefined` while none were read. */
  readonly shown = $derived.by(() =>
    this.rows.current?.filter(
      (row) =>
        (this.state === 'all' || row.state === this.state) &&
        (this.kind === 'all' || row.kind === this.kind) &&
        (this.symbol === 'all' || row.symbol === this.symbol),
    ),
  )

  readonly isFiltered = $derived.by(() => [this.state, this.kind, this.symbol].some((value) => value !== 'all'))

  clearFilters(): void {
    this.state = 'all'
    this.kind = 'all'
    this.symbol = 'all'
  }

  readonly currencies = $derived.by(() => currenciesOf(this.shown ?? []))

  /** The currency of the chart: the chosen one where there is income in it. */
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

  /** Moves the calendar by months or years. */
  move(count: number): void {
    this.month = monthAfter(this.month, this.mode === 'year' ? count * 12 : count)
  }

  async export(format: 'csv' | 'ics'): Promise<void> {
    this.exported = undefined
    await this.actions.run(format, async (client) => {
      this.exported = await client.call('income.export', { accountId: this.app.accountId, ...this.span, format })
    })
  }
}
