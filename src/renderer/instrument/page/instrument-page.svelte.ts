import { untrack } from 'svelte'
import { SvelteSet } from 'svelte/reactivity'
import type { Client } from '#shared/client.ts'
import type { Params } from '#shared/contract/contract.ts'
import { m } from '#shared/messages/messages.js'
import type { InstrumentPart, InstrumentView } from '#shared/model/instrument-view.ts'
import type { QuoteRow } from '#shared/model/watchlist.ts'
import type { App } from '../../lib/app.svelte.ts'
import { reportVisibleSymbols } from '../../lib/attention.svelte.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'
import { eventsOf } from './instrument-events.ts'

/** The host forgets a view 45 s after the last message, so it is repeated. */
const repeatMs = 20_000
let viewCount = 0

/** The parts of an instrument that are shown. */
type Followed = Pick<Params<'instruments.follow'>, 'symbol' | 'accountId' | 'parts' | 'chain'>

/** Reports to the host which parts of an instrument are shown, while the component is mounted. */
class Follower {
  readonly #viewId = `instrument-${++viewCount}-${Math.random().toString(36).slice(2, 10)}`
  readonly #client: Pick<Client, 'call'>
  readonly #shown: () => Followed

  constructor(client: Pick<Client, 'call'>, shown: () => Followed) {
    this.#client = client
    this.#shown = shown
    const isPageVisible = () => document.visibilityState === 'visible'
    // Compared by value: an equal object is not a change.
    const shownJson = $derived(JSON.stringify(shown()))
    $effect(() => {
      if (shownJson && isPageVisible()) untrack(() => void this.#report(shown(), true))
    })
    $effect(() =>
      untrack(() => {
        const timer = setInterval(() => isPageVisible() && void this.#report(shown(), true), repeatMs)
        const onVisibilityChange = () => void this.#report(shown(), isPageVisible())
        document.addEventListener('visibilitychange', onVisibilityChange)
        return () => {
          clearInterval(timer)
          document.removeEventListener('visibilitychange', onVisibilityChange)
          void this.#report({ ...untrack(shown), parts: [] }, false)
        }
      }),
    )
  }

  /** Reloads one part now. Throws when no request can be sent. */
  async reload(part: InstrumentPart): Promise<void> {
    await this.#send({ ...this.#shown(), parts: [part] }, true, true)
    await this.#report(this.#shown(), true)
  }

  async #report(shown: Followed, isVisible: boolean): Promise<void> {
    // A failure is ignored: this only decides what is updated first, and the message is repeated soon.
    await this.#send(shown, isVisible, false).catch(() => undefined)
  }

  #send(shown: Followed, isVisible: boolean, reload: boolean): Promise<void> {
    return this.#client.call('instruments.follow', {
      viewId: this.#viewId,
      ...$state.snapshot(shown),
      isVisible,
      again: reload,
    })
  }
}

/** Parts that need repeated requests, or many of them. They are followed only while they are in the viewport. */
const costlyParts: readonly InstrumentPart[] = ['book', 'trades', 'options', 'constituents']
/** Parts that `instruments.read` contains; the others have separate requests. */
const viewParts: readonly InstrumentPart[] = ['details', 'params', 'schedule', 'dividends', 'bond-events', 'splits']

const hasEnded = ({ current, error }: Pick<Query<unknown>, 'current' | 'error'>): boolean =>
  current !== undefined || error !== undefined

/** The root and expiry of the option chain. A root of `null` means all roots, an expiration of `null` the nearest one. */
interface ChainChoice {
  readonly root: string | null
  readonly expiration: string | null
}

/** The state of one instrument's screen: its data, and which parts the host must keep up to date. */
export class InstrumentPage {
  readonly symbol: string
  readonly app: App
  readonly view: Query<InstrumentView>
  readonly quotes: Query<readonly QuoteRow[]>
  /** Costly parts that are in the viewport. */
  readonly inView = new SvelteSet<InstrumentPart>()
  /** The first reads of the panels, which they start when the screen opens. */
  #firstReads = $state.raw<readonly Pick<Query<unknown>, 'current' | 'error'>[]>([])
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
  /** Prices are in percent of the face value. */
  readonly isPercentOfFace = $derived.by(() => this.type === 'BONDS')
  readonly decimals = $derived.by(() => this.view.current?.details.value?.decimals ?? this.quote?.priceDecimals ?? null)
  readonly currency = $derived.by(() => this.view.current?.details.value?.quoteCurrency ?? this.quote?.currency ?? null)
  /** The symbol does not have the form ticker@mic, so the service cannot be queried. */
  readonly isMalformed = $derived.by(() => this.view.error?.code === 'invalid')
  /** Why the instrument cannot be shown, as text on screen; `null` if it can. */
  readonly refusal = $derived.by(() => {
    const { error, current: view } = this.view
    if (error?.code === 'invalid') return { title: m.instrument_page_not_a_valid_symbol(), message: error.message }
    if (view === undefined || view.listed !== null || view.details.value !== null) return null
    if (view.details.problem === null || view.details.isForbidden) return null
    return { title: m.instrument_page_unknown_instrument(), message: view.details.problem }
  })

  /** Whether the screen is visible, so that its controls can have the focus. */
  isShown = $state(false)
  /** Whether the first reads of the reference data and of the quote have succeeded or failed. */
  readonly isPriceRead = $derived.by(() => [this.view, this.quotes].every(hasEnded))
  /** Whether this is true of every first read. Before that the panels have no final positions and would move. */
  readonly isRead = $derived.by(() => this.isPriceRead && this.#firstReads.every(hasEnded))

  constructor(app: App, symbol: string) {
    this.app = app
    this.symbol = symbol
    const { client } = app
    this.view = query(eventsOf(client, symbol, viewParts), 'instruments.read', () => ({
      symbol,
      accountId: app.accountId,
    }))
    this.quotes = query(eventsOf(client, symbol), 'quotes.list', () => ({ symbols: [symbol] }))
    this.#follower = new Follower(client, () => ({
      symbol,
      accountId: app.accountId,
      parts: this.parts.filter((part) => this.isFollowed(part)),
      chain: this.inView.has('options') ? { ...this.chain } : null,
    }))
    reportVisibleSymbols(() => [symbol])
  }

  /** Registers a first read of a panel; returns the same query. */
  awaits<Q extends Pick<Query<unknown>, 'current' | 'error'>>(query: Q): Q {
    this.#firstReads = [...untrack(() => this.#firstReads), query]
    return query
  }

  has(part: InstrumentPart): boolean {
    return this.parts.includes(part)
  }

  /** Whether the part is kept up to date now: a costly one waits until it is in the viewport. */
  isFollowed(part: InstrumentPart): boolean {
    return !costlyParts.includes(part) || this.inView.has(part)
  }

  /** Reloads one part now. Throws when no request can be sent. */
  reload(part: InstrumentPart): Promise<void> {
    return this.#follower.reload(part)
  }
}
