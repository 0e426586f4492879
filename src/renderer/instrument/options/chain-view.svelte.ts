import type { Client } from '#shared/client.ts'
import { absolute, compare, subtract, type Decimal } from '#shared/decimal.ts'
import type { ChainStrike } from '#shared/model/instrument-view.ts'
import type { QuoteRow } from '#shared/model/watchlist.ts'
import { combinedQuery } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'

/** The quotes of the contracts on screen. Earlier quotes are kept while others load. */
export class ChainQuotes {
  #known: ReadonlyMap<string, QuoteRow> = new Map()
  readonly #query: Query<ReadonlyMap<string, QuoteRow>>

  constructor(client: Client, symbols: () => readonly string[]) {
    this.#query = combinedQuery(client, ['quotes.list'], async (host) => {
      const rows = symbols().length === 0 ? [] : await host.call('quotes.list', { symbols: [...symbols()] })
      this.#known = new Map([...this.#known, ...rows.map((row) => [row.symbol, row] as const)])
      return this.#known
    })
    $effect(() => {
      if (symbols().length > 0) void this.#query.refresh()
    })
  }

  /** The decimals of prices: the maximum over the quotes, because those of a contract are unknown until it is opened. */
  readonly decimals = $derived.by(() => {
    const prices = [...(this.#query.current?.values() ?? [])].flatMap(({ quote }) => [
      quote?.last,
      quote?.bid,
      quote?.ask,
    ])
    return Math.max(0, ...prices.map((price) => price?.split('.')[1]?.length ?? 0))
  })

  of(symbol: string | undefined): QuoteRow | undefined {
    return symbol === undefined ? undefined : this.#query.current?.get(symbol)
  }
}

/** The half of the chain that has the keyboard focus. */
export type ChainSide = 'call' | 'put'

const overscanRows = 3
/** Quotes are requested only after scrolling has stopped for this long. */
const restMs = 120

/** The index of the strike nearest to a price; `null` without a price or a strike. */
export function nearestStrike(strikes: readonly ChainStrike[], price: Decimal | null): number | null {
  if (price === null || strikes.length === 0) return null
  const distance = ({ strike }: ChainStrike) => absolute(subtract(strike, price))
  let nearest = 0
  let minDistance: Decimal | undefined
  strikes.forEach((row, index) => {
    const rowDistance = distance(row)
    if (minDistance !== undefined && compare(rowDistance, minDistance) >= 0) return
    minDistance = rowDistance
    nearest = index
  })
  return nearest
}

/** Whether a contract is in the money: calls below the price, puts above it. */
export function isInTheMoney(strike: Decimal, side: ChainSide, price: Decimal | null): boolean {
  if (price === null) return false
  return side === 'call' ? compare(strike, price) < 0 : compare(strike, price) > 0
}

/** The state of the chain: the strikes on screen, the active cell, and the contracts whose quotes are needed. */
export class ChainView {
  viewPx = $state(0)
  rowPx = $state(32)
  /** The scroll box. */
  box: HTMLElement | undefined
  #top = $state(0)
  #index = $state(0)
  #side = $state<ChainSide>('call')
  #settled = $state.raw<readonly string[]>([])
  readonly #strikes: () => readonly ChainStrike[]

  readonly first = $derived.by(() => Math.max(0, Math.floor(this.#top / this.rowPx) - overscanRows))
  readonly last = $derived.by(() =>
    Math.min(this.#strikes().length, Math.ceil((this.#top + this.viewPx) / this.rowPx) + overscanRows),
  )
  readonly rows = $derived.by(() =>
    this.#strikes()
      .slice(this.first, this.last)
      .map((row, slot) => ({ row, index: this.first + slot })),
  )

  constructor(strikes: () => readonly ChainStrike[]) {
    this.#strikes = strikes
    $effect(() => {
      const symbols = this.rows
        .flatMap(({ row }) => [row.call?.symbol, row.put?.symbol])
        .filter((symbol) => symbol !== undefined)
      const timer = setTimeout(() => (this.#settled = symbols), restMs)
      return () => clearTimeout(timer)
    })
  }

  get index(): number {
    return Math.min(this.#index, Math.max(0, this.#strikes().length - 1))
  }
  get side(): ChainSide {
    return this.#side
  }
  /** The symbols of the contracts on screen, updated when scrolling stops. */
  get wanted(): readonly string[] {
    return this.#settled
  }
  get activeSymbol(): string | undefined {
    return this.#strikes()[this.index]?.[this.#side]?.symbol
  }

  readonly onscroll = (): void => {
    this.#top = this.box?.scrollTop ?? 0
  }

  activate(index: number, side: ChainSide): void {
    this.#index = index
    this.#side = side
  }

  /** Makes a strike active and scrolls it to the middle. */
  centre(index: number): void {
    this.#index = index
    this.#scrollTo((index + 0.5) * this.rowPx - this.viewPx / 2)
  }

  /** Moves the active cell for a key; returns whether the key was used. */
  press(key: string): boolean {
    const last = this.#strikes().length - 1
    const page = Math.max(1, Math.floor(this.viewPx / this.rowPx) - 1)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -last,
      End: last,
    }
    const step = steps[key]
    if (step !== undefined) this.#index = Math.max(0, Math.min(last, this.index + step))
    else if (key === 'ArrowLeft') this.#side = 'call'
    else if (key === 'ArrowRight') this.#side = 'put'
    else return false
    this.#reveal()
    return true
  }

  #reveal(): void {
    const top = this.index * this.rowPx
    if (top < this.#top) this.#scrollTo(top)
    else if (top + this.rowPx > this.#top + this.viewPx) this.#scrollTo(top + this.rowPx - this.viewPx)
  }

  #scrollTo(top: number): void {
    const bounded = Math.max(0, Math.min(top, this.#strikes().length * this.rowPx - this.viewPx))
    if (this.box) this.box.scrollTop = bounded
    this.#top = bounded
  }
}
