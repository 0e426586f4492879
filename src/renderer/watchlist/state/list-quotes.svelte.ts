import type { Attachment } from 'svelte/attachments'
import { SvelteSet } from 'svelte/reactivity'
import type { Client } from '#shared/client.ts'
import type { Decimal } from '#shared/decimal.ts'
import type { AppError } from '#shared/errors.ts'
import type { QuoteRow } from '#shared/model/watchlist.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'
import type { Watchlists } from './watchlists.svelte.ts'

/** A row of a watchlist; `quote` is `null` until the quotes of the list are read. */
export interface WatchRow {
  readonly symbol: string
  readonly quote: QuoteRow | null
  /** The target price that was set in this list. */
  readonly target: Decimal | null
  /** The section that starts with this row. */
  readonly section: string | null
}

/** The quotes of the selected list, in the order that the user chose. */
export class ListQuotes {
  readonly #watchlists: Watchlists
  readonly #quotes: Query<readonly QuoteRow[] | null>
  /** The previous rows by symbol. An unchanged row stays the same object, so that it is not rendered again. */
  #shown: ReadonlyMap<string, { readonly text: string; readonly row: WatchRow }> = new Map()
  readonly rows = $derived.by(() => this.#rows())

  constructor(client: Client, watchlists: Watchlists) {
    this.#watchlists = watchlists
    this.#quotes = query(client, 'watchlists.quotes', () =>
      watchlists.selected === undefined ? null : { id: watchlists.selected.id },
    )
  }

  get error(): AppError | undefined {
    return this.#quotes.error
  }

  /** The name of an instrument of the list, or its symbol. */
  nameOf(symbol: string): string {
    return this.#shown.get(symbol)?.row.quote?.name ?? symbol
  }

  /** Ignores quotes that belong to another list. */
  #rows(): readonly WatchRow[] {
    const rows = this.#quotes.isCurrent ? this.#quotes.current : undefined
    const quotes = new Map(rows?.map((row) => [row.symbol, row]))
    const lines = this.#watchlists.symbols.map((symbol) => {
      const quote = quotes.get(symbol) ?? null
      const [target, section] = [this.#watchlists.marks.targetOf(symbol), this.#watchlists.marks.sectionAt(symbol)]
      const text = JSON.stringify([quote, target, section])
      const previous = this.#shown.get(symbol)
      return previous?.text === text ? previous : { text, row: { symbol, quote, target, section } }
    })
    this.#shown = new Map(lines.map((line) => [line.row.symbol, line]))
    return lines.map(({ row }) => row)
  }
}

/** Only rows that stay on screen for this long are reported, not those that are scrolled past. */
const settleMs = 150
/** Rows this close to the window count as visible. */
const marginPx = 80

/** The rows of a long list that are on screen. */
export class VisibleRows {
  readonly #settled = new SvelteSet<string>()
  readonly #seen = new SvelteSet<string>()
  readonly #onScreen = new Set<string>()
  readonly #names = new WeakMap<Element, string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const name = this.#names.get(target)
        if (name === undefined) continue
        if (!isIntersecting) this.#onScreen.delete(name)
        else {
          this.#onScreen.add(name)
          this.#seen.add(name)
        }
      }
      this.#settleSoon()
    },
    { rootMargin: `${marginPx}px` },
  )

  /** Whether the row has been on screen for a moment. */
  has(name: string): boolean {
    return this.#settled.has(name)
  }
  /** Whether the row was ever on screen. Its cells are not rendered before that. */
  wasSeen(name: string): boolean {
    return this.#seen.has(name)
  }

  /** The attachment for an element of the row. */
  watch(name: string): Attachment {
    return (element) => {
      this.#names.set(element, name)
      this.#observer.observe(element)
      return () => {
        this.#observer.unobserve(element)
        this.#onScreen.delete(name)
        this.#settleSoon()
      }
    }
  }

  /** Call when the list is unmounted. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#observer.disconnect()
  }

  #settleSoon(): void {
    // The first rows of a list are reported at once.
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        for (const name of [...this.#settled]) if (!this.#onScreen.has(name)) this.#settled.delete(name)
        for (const name of this.#onScreen) this.#settled.add(name)
      },
      this.#settled.size === 0 ? 0 : settleMs,
    )
  }
}
