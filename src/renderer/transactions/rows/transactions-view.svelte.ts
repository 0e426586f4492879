import { untrack } from 'svelte'
import type { HistoryCoverage, TransactionTotals } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { conditionsNow } from '#shared/period.ts'
import type { App } from '../../lib/app.svelte.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'
import {
  hashOf,
  isBareHash,
  viewSettingsOf,
  defaultViewSettings,
  type ViewSettings,
} from '../../navigation/transactions-address.ts'
import { isPlain, withinAccount } from './filter-edit.ts'
import { RowGroups } from './row-groups.svelte.ts'
import { Selection } from './selection.svelte.ts'
import { TransactionList } from './transaction-list.svelte.ts'

const typingMs = 120
const coalesceMs = 500

/**
 * The state of the transactions screen. It is stored in the address: what is shown follows from it and from the account in
 * scope.
 */
export class TransactionsView {
  readonly list: TransactionList
  readonly selection = new Selection()
  readonly groups: RowGroups
  readonly totals: Query<TransactionTotals>
  readonly coverage: Query<HistoryCoverage[]>
  readonly #app: App
  #settings = $state.raw<ViewSettings>(defaultViewSettings)
  /** The text of the search field; applied after a pause. */
  #typed = $state('')
  #typing: ReturnType<typeof setTimeout> | undefined
  #noticing: ReturnType<typeof setTimeout> | undefined
  /** Whether the first row is in view and no row below it has the focus; set by the list. */
  isAtTop = true

  /** The requested settings: those of the address, limited to the account in scope. */
  readonly requested = $derived.by((): ViewSettings => ({
    ...this.#settings,
    filter: withinAccount(this.#settings.filter, this.#app.accountId),
  }))
  /** A named period changes at midnight. */
  readonly #filterKey = $derived.by(() => {
    const { conditions, text } = this.requested.filter
    return JSON.stringify([conditionsNow(conditions, this.#app.now), text])
  })
  readonly #requestedKey = $derived(`${this.requested.direction} ${this.#filterKey}`)

  constructor(app: App) {
    this.#app = app
    this.#accept(viewSettingsOf(location.hash))
    const { client } = app
    this.groups = new RowGroups(client)
    this.totals = query(client, 'transactions.totals', () => ({ filter: this.requested.filter }), {
      key: () => this.#filterKey,
    })
    this.coverage = query(client, 'transactions.coverage')
    this.list = new TransactionList(
      client,
      untrack(() => this.requested),
      () => this.#counted,
    )
    this.#follow()
  }

  /**
   * The row count of exactly this filter. The totals of the previous filter can still be shown, but they must not determine
   * the length of the list.
   */
  get #counted(): number | undefined {
    return this.totals.isCurrent ? this.totals.current?.count : undefined
  }

  get settings(): ViewSettings {
    return this.#settings
  }
  get filter(): TransactionFilter {
    return this.#settings.filter
  }
  get isFiltered(): boolean {
    return !isPlain(this.requested.filter)
  }
  get text(): string {
    return this.#typed
  }
  set text(text: string) {
    this.#typed = text
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => this.change({ filter: { ...this.filter, text: text.trim() } }), typingMs)
  }

  /** Changes what is shown, and the address. */
  change(next: Partial<ViewSettings>): void {
    this.#settings = { ...this.#settings, ...next }
    if (next.filter !== undefined && next.filter.text !== this.#typed.trim()) this.#typed = next.filter.text
    // Replaced, not pushed: going back leads to the previous screen, not through every typed letter.
    history.replaceState(history.state, '', hashOf(this.#settings))
    this.#remember()
  }

  #accept(settings: ViewSettings): void {
    this.#settings = settings
    this.#typed = settings.filter.text
  }

  #follow(): void {
    const { client } = this.#app
    $effect(() => {
      const onhashchange = () => {
        if (location.hash.split('?')[0] === hashOf(defaultViewSettings)) this.#accept(viewSettingsOf(location.hash))
      }
      addEventListener('hashchange', onhashchange)
      const stops = [
        client.on('transactions.changed', () => this.#soon()),
        client.on('profile.changed', () => this.#soon()),
      ]
      return () => {
        removeEventListener('hashchange', onhashchange)
        for (const stop of stops) stop()
        clearTimeout(this.#typing)
        clearTimeout(this.#noticing)
      }
    })
    this.#restore()
    let shown = this.#requestedKey
    $effect(() => {
      const key = this.#requestedKey
      if (key === shown) return
      shown = key
      this.selection.clear()
      untrack(() => this.list.show(this.requested))
    })
  }

  /** An address without settings opens the last settings of this profile. */
  #restore(): void {
    let isDone = !isBareHash(location.hash)
    $effect(() => {
      const key = this.#storageKey
      if (isDone || key === null) return
      isDone = true
      const hash = localStorage.getItem(key)
      if (hash !== null && isBareHash(location.hash)) untrack(() => this.change(viewSettingsOf(hash)))
    })
  }

  #remember(): void {
    const key = this.#storageKey
    if (key !== null) localStorage.setItem(key, hashOf(this.#settings))
  }

  get #storageKey(): string | null {
    const id = this.#app.connection?.profile.id
    return id === undefined ? null : `transactions ${id}`
  }

  /** The history is loaded row by row, so changes are handled together, not one by one. */
  #soon(): void {
    this.#noticing ??= setTimeout(() => {
      this.#noticing = undefined
      void this.list.notice(this.isAtTop && this.selection.count === 0)
    }, coalesceMs)
  }
}
