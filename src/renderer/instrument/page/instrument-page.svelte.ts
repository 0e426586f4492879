import { SvelteSet } from 'svelte/reactivity'
import type { InstrumentPart, InstrumentView } from '../../shared/model/instrument-view.ts'
import type { QuoteRow } from '../../shared/model/watchlist.ts'
import type { App } from '../lib/app.svelte.ts'
import { watchSymbols } from '../lib/attention.svelte.ts'
import { Query } from '../lib/query.svelte.ts'
import { Follower } from './follow.svelte.ts'
import { hearing } from './hearing.ts'

/** Parts that cost a request again and again, or many: they are asked for while they are in view. */
const dearParts: readonly InstrumentPart[] = ['book', 'trades', 'options', 'constituents']
/** Parts that have a request of their own. */
const viewParts: readonly InstrumentPart[] = ['details', 'params', 'schedule', 'dividends', 'bond-events', 'splits']

/** What the chain shows: a root and an expiry, `null` for the nearest. */
export interface ChainChoice {
  readonly root: string | null
  readonly expiration: string | null
}

/** One instrument on screen: what is known of it, and what the host is told is looked at. */
export class InstrumentPage {
  readonly symbol: string
  readonly app: App
  readonly view: Query<InstrumentView>
  readonly quotes: Query<readonly QuoteRow[]>
  /** Dear parts that are in view now. */
  readonly inView = new SvelteSet<InstrumentPart>()
  chain = $state.raw<ChainChoice>({ root: null, expiration: null })
  readonly #follower: Follower

  readonly parts = $derived.by((): readonly InstrumentPart[] => this.view.current?.parts ?? [])
  /** The quote; `null` until it is read from the cache. */
  readonly quote = $derived.by((): QuoteRow | null => this.quotes.current?.[0] ?? null)
  readonly name = $derived.by(
    () => (this.view.current?.listed?.name || this.view.current?.details.value?.name || this.quote?.name) ?? null,
  )
  readonly type = $derived.by(
    () => (this.view.current?.listed?.type || this.view.current?.details.value?.type || this.quote?.type) ?? null,
  )
  readonly decimals = $derived.by(() => this.view.current?.details.value?.decimals ?? this.quote?.priceDecimals ?? null)
  readonly currency = $derived.by(() => this.view.current?.details.value?.quoteCurrency ?? this.quote?.currency ?? null)
  /** The symbol is no ticker@mic: nothing can be asked of it. */
  readonly isMalformed = $derived.by(() => this.view.error?.code === 'invalid')
  /** Why there is no such instrument, as far as one can know; `null` where there is one. */
  readonly refusal = $derived.by(() => {
    const { error, current: view } = this.view
    if (error?.code === 'invalid') return { title: 'This is no instrument’s symbol', message: error.message }
    if (view === undefined || view.listed !== null || view.details.value !== null) return null
    if (view.details.problem === null || view.details.isForbidden) return null
    return { title: 'No such instrument is known', message: view.details.problem }
  })

  constructor(app: App, symbol: string) {
    this.app = app
    this.symbol = symbol
    const { client } = app
    this.view = new Query<InstrumentView>(
      hearing(client, symbol, viewParts),
      ['instrument.changed', 'instruments.changed', 'schedules.changed', 'events.changed'],
      () => client.call('instruments.read', { symbol, accountId: app.accountId }),
      { key: () => app.accountId },
    )
    this.quotes = new Query<readonly QuoteRow[]>(
      hearing(client, symbol),
      ['quotes.changed', 'instruments.changed', 'schedules.changed'],
      () => client.call('quotes.list', { symbols: [symbol] }),
    )
    this.#follower = new Follower(client, () => ({
      symbol,
      accountId: app.accountId,
      parts: this.parts.filter((part) => !dearParts.includes(part) || this.inView.has(part)),
      chain: this.inView.has('options') ? { ...this.chain } : null,
    }))
    watchSymbols(() => [symbol])
  }

  has(part: InstrumentPart): boolean {
    return this.parts.includes(part)
  }

  again(part: InstrumentPart): Promise<void> {
    return this.#follower.again(part)
  }
}
