import { untrack } from 'svelte'
import type { Params } from '#shared/contract/contract.ts'
import { dayMs } from '#shared/durations.ts'
import type { LedgerState } from '#shared/model/ledger/ledger.ts'
import type { Performance } from '#shared/model/ledger/performance.ts'
import type { HistoryCoverage } from '#shared/model/transaction/history.ts'
import { ActionRunner } from '../../lib/action-runner.svelte.ts'
import type { App } from '../../lib/app.svelte.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'
import {
  defaultPerformance,
  isBarePerformanceHash,
  isPerformanceHash,
  performanceHash,
  performanceSettingsOf,
  type PerformanceSettings,
} from '../../navigation/performance-address.ts'
import { spanOf, utcDay, type DaySpan } from './periods.ts'

/** The parameters of every request of this screen. */
export type Scope = Params<'performance.read'>

/** Prices change every few seconds; the figures of a period are updated less often. */
export const performanceCoalesceMs = 5_000

/** The state of the screen. It is stored in the address, except for the account, which is that of the window. */
export class PerformanceView {
  readonly app: App
  readonly actions = new ActionRunner()
  readonly coverage: Query<readonly HistoryCoverage[]>
  readonly ledger: Query<LedgerState>
  /** The figures that do not need the value of each day; they are available first. */
  readonly #quick: Query<Performance>
  readonly #whole: Query<Performance>
  #settings = $state.raw<PerformanceSettings>(defaultPerformance)

  readonly #today = $derived.by(() => utcDay(this.app.now))
  /** The start of the history of the accounts in scope; `null` if unknown. */
  readonly beginsAt = $derived.by((): number | null => {
    const { accountId } = this.app
    const inScope = this.coverage.current?.filter((each) => accountId === null || each.accountId === accountId) ?? []
    const begins = inScope.map((each) => each.beginsAt)
    return begins.length === 0 || begins.includes(null) ? null : Math.min(...begins.map((at) => at ?? 0))
  })
  readonly span: DaySpan = $derived.by(() => spanOf(this.#settings.period, this.#today, this.beginsAt))
  readonly scope: Scope = $derived.by(() => {
    const { symbol, type, currency } = this.#settings
    return { accountId: this.app.accountId, symbol, type, currency, from: this.span.from, to: this.span.to }
  })
  readonly scopeKey = $derived(JSON.stringify(this.scope))

  constructor(app: App) {
    const { client } = app
    this.app = app
    this.coverage = query(client, 'transactions.coverage')
    this.ledger = query(client, 'ledger.state')
    const read = (isQuick: boolean): Query<Performance> =>
      query(client, 'performance.read', () => ({ ...this.scope, isQuick }), { coalesceMs: performanceCoalesceMs })
    this.#quick = read(true)
    this.#whole = read(false)
    this.#followAddress()
    this.#followAccount()
    this.#restore()
  }

  get settings(): PerformanceSettings {
    return this.#settings
  }

  /** The start of "all" is known only once the coverage is read. */
  get isReady(): boolean {
    return (
      this.#settings.period.name !== 'all' || this.coverage.current !== undefined || this.coverage.error !== undefined
    )
  }
  get figures(): Performance | undefined {
    return this.#whole.current ?? this.#quick.current
  }
  /** Whether the figures that need the value of each day are still being calculated. */
  get isCalculating(): boolean {
    return this.#whole.current === undefined && this.#whole.error === undefined
  }
  get error() {
    return this.#quick.error ?? this.#whole.error
  }
  async refresh(): Promise<void> {
    await Promise.all([this.#quick.refresh(), this.#whole.refresh()])
  }

  /** Whether the service can be reached, so that missing history is being loaded. */
  get isReachable(): boolean {
    return ['live', 'starting'].includes(this.app.connection?.phase ?? '')
  }
  /** Loads the missing history now instead of at its scheduled time. */
  async loadHistory(): Promise<void> {
    await this.actions.run('history', () => this.app.client.call('sync.now', { job: 'history' }))
  }

  /** The range of days that can be chosen: from the start of the history on. */
  get wholeSpan(): DaySpan {
    return { from: Math.min(this.beginsAt ?? this.span.from, this.span.from), to: this.#today + dayMs }
  }

  /** Changes what is shown; "back" reverts it. */
  change(next: Partial<PerformanceSettings>): void {
    this.#settings = { ...this.#settings, ...next }
    const hash = performanceHash(this.#settings)
    if (hash !== location.hash) history.pushState(null, '', hash)
    this.#remember()
  }

  #followAddress(): void {
    const accept = (): void => {
      if (!isPerformanceHash(location.hash)) return
      this.#settings = performanceSettingsOf(location.hash)
      if (this.#settings.accountId !== undefined) this.app.accountId = this.#settings.accountId
    }
    accept()
    $effect(() => {
      addEventListener('hashchange', accept)
      return () => removeEventListener('hashchange', accept)
    })
  }

  /** Changes the address when the account selected in the window changes. */
  #followAccount(): void {
    $effect(() => {
      const { accountId } = this.app
      untrack(() => {
        const { accountId: shown } = this.#settings
        if (shown === accountId || (shown === undefined && accountId === null)) return
        this.change({ accountId })
      })
    })
  }

  /** An address without settings opens the last settings of this profile, with the account of the window. */
  #restore(): void {
    let isDone = !isBarePerformanceHash(location.hash)
    $effect(() => {
      const key = this.#storageKey
      if (isDone || key === null) return
      isDone = true
      const hash = localStorage.getItem(key)
      if (hash === null || !isBarePerformanceHash(location.hash)) return
      untrack(() => {
        const { accountId } = this.app
        this.#settings = { ...performanceSettingsOf(hash), accountId: accountId ?? undefined }
        history.replaceState(history.state, '', performanceHash(this.#settings))
      })
    })
  }

  #remember(): void {
    const key = this.#storageKey
    if (key !== null) localStorage.setItem(key, performanceHash(this.#settings))
  }

  get #storageKey(): string | null {
    const id = this.app.connection?.profile.id
    return id === undefined ? null : `performance ${id}`
  }
}
