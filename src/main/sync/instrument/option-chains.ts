import { z } from 'zod'
import { OptionContract } from '#shared/model/instrument.ts'
import type { CalendarDate } from '#shared/model/values.ts'
import type { Cache } from '../../cache/cache.ts'
import type { PartKey } from '../../cache/instruments/parts.ts'
import { groupByExpiry, tickerRoots } from '../../insight/market/option-chain.ts'
import type { Clock } from '../../time/clock.ts'
import { KnownExpiries, nextProbe } from './option-expiries.ts'
import { keyOf, requestOf, type ChainRequest } from './part-troubles.ts'

/** Roots for which the service has contracts (`answered`), roots without contracts (`empty`), and roots found in the tickers of contracts. */
const KnownRoots = z.object({ answered: z.array(z.string()), empty: z.array(z.string()), tickers: z.array(z.string()) })
type KnownRoots = z.infer<typeof KnownRoots>
const noRoots: KnownRoots = { answered: [], empty: [], tickers: [] }
const maxRoots = 50

/** The contracts of one expiry, and the known expiries. */
interface StoredChain {
  /** The expiry of `contracts`; `null` if they state none, or if there are no contracts. */
  readonly expiration: CalendarDate | null
  /** `null` if this expiry was never read. */
  readonly contracts: readonly OptionContract[] | null
  /** UTC ms. */
  readonly fetchedAt: number | null
  readonly expiries: readonly CalendarDate[]
}

/** Option chains in the cache: contracts by root and expiry, expiries by root, roots. */
export class OptionChains {
  readonly #parts: Cache['instrumentParts']
  readonly #clock: Clock

  constructor(cache: Pick<Cache, 'instrumentParts'>, clock: Clock) {
    this.#parts = cache.instrumentParts
    this.#clock = clock
  }

  /** When this chain was read (UTC ms). `expiration` null: when the nearest expiry was requested. */
  fetchedAt(symbol: string, chain: ChainRequest): number | null {
    return this.#parts.fetchedAt(chainKey(symbol, chain))
  }

  /** `null` if nothing was ever read. Past expiries are excluded. */
  async read(symbol: string, { root, expiration }: ChainRequest): Promise<StoredChain | null> {
    const expiries = (this.#known(symbol, root)?.expiries ?? []).filter((expiry) => !this.#isPast(expiry))
    const chosen = expiration ?? expiries[0] ?? null
    const stored = await this.#parts.getList(chainKey(symbol, { root, expiration: chosen }), OptionContract)
    if (stored === null && expiries.length === 0) return null
    return { expiration: chosen, contracts: stored?.value ?? null, fetchedAt: stored?.fetchedAt ?? null, expiries }
  }

  /**
   * Roots worth requesting: those for which the service has contracts, then those found in tickers or suggested, except empty
   * ones. If all tickers begin with the same root, there is nothing to choose from, and that root is not added.
   */
  roots(symbol: string, suggested: readonly string[]): readonly string[] {
    const { answered, empty, tickers } = this.#roots(symbol)
    const others = [...(tickers.length > 1 ? tickers : []), ...suggested].filter((root) => !empty.includes(root))
    return [...new Set([...answered, ...others])]
  }

  /** Stores a response: each contract under its own expiry. The requested expiry is stored too, with an empty list if it has no contracts. */
  store(symbol: string, request: ChainRequest, contracts: readonly OptionContract[]): void {
    const { root, expiration } = request
    const now = this.#clock.now()
    const byExpiry = groupByExpiry(contracts)
    const put = (expiry: CalendarDate | null, group: readonly OptionContract[]): void =>
      this.#parts.put(chainKey(symbol, { root, expiration: expiry }), group, now)
    // A month or a year is not an expiry: no chain is stored for it.
    if (expiration === null || expiration.length === 10) put(expiration, byExpiry.get(expiration) ?? [])
    for (const [expiry, group] of byExpiry) if (expiry !== expiration) put(expiry, group)
    this.#noteExpiries(symbol, request, [...byExpiry.keys()].filter((expiry) => expiry !== null).sort())
    this.#noteRoots(symbol, request, contracts)
  }

  /** The date to request next in order to find further expiries; `null` if the search is complete for today. */
  nextProbe(symbol: string, root: string | null): CalendarDate | null {
    const known = this.#known(symbol, root)
    return known === null ? null : nextProbe(known)
  }

  /** When the known expiries were last updated, UTC ms; `null` if never. */
  searchedAt(symbol: string, root: string | null): number | null {
    return this.#parts.fetchedAt(expiriesKey(symbol, root))
  }

  /** A probe that the service refuses counts as a response without contracts. */
  noteRefused(symbol: string, request: ChainRequest): void {
    if (request.expiration !== null) this.#noteExpiries(symbol, request, [])
  }

  #noteExpiries(symbol: string, { root, expiration }: ChainRequest, found: readonly CalendarDate[]): void {
    const known = this.#known(symbol, root)
    const today = this.#today()
    // A new search starts each day after the nearest expiry was requested again. Known expiries are kept.
    const isNew = expiration === null && known?.since !== today
    const before = known === null || isNew ? { since: today, nearest: null, isWhole: false, probes: [] } : known
    const expiries = new Set([...(known?.expiries ?? []), ...found])
    const next: KnownExpiries = {
      since: before.since,
      nearest: expiration === null ? (found.find((expiry) => !this.#isPast(expiry)) ?? null) : before.nearest,
      isWhole: expiration === null ? found.length > 1 : before.isWhole,
      expiries: [...expiries].filter((expiry) => !this.#isPast(expiry)).sort(),
      probes: expiration === null ? before.probes : [...before.probes, { date: expiration, found: [...found] }],
    }
    this.#parts.put(expiriesKey(symbol, root), next, this.#clock.now())
  }

  /** A root counts as empty only after a request without a date: an empty response for one date proves nothing. */
  #noteRoots(symbol: string, { root, expiration }: ChainRequest, contracts: readonly OptionContract[]): void {
    const before = this.#roots(symbol)
    const add = (known: readonly string[], more: readonly string[]): string[] =>
      [...new Set([...known, ...more])].slice(0, maxRoots)
    const requested = root === null ? [] : [root]
    const hasContracts = contracts.length > 0
    const after: KnownRoots = {
      answered: hasContracts ? add(before.answered, requested) : before.answered,
      empty: hasContracts
        ? before.empty.filter((known) => known !== root)
        : expiration === null
          ? add(before.empty, requested)
          : before.empty,
      tickers: add(before.tickers, tickerRoots(contracts)),
    }
    if (JSON.stringify(after) !== JSON.stringify(before)) this.#parts.put(rootsKey(symbol), after, this.#clock.now())
  }

  #roots(symbol: string): KnownRoots {
    return this.#parts.get(rootsKey(symbol), KnownRoots)?.value ?? noRoots
  }

  #known(symbol: string, root: string | null): KnownExpiries | null {
    return this.#parts.get(expiriesKey(symbol, root), KnownExpiries)?.value ?? null
  }

  #isPast(expiry: CalendarDate): boolean {
    return expiry < this.#today().slice(0, expiry.length)
  }

  #today(): CalendarDate {
    return new Date(this.#clock.now()).toISOString().slice(0, 10)
  }
}

const chainKey = (symbol: string, chain: ChainRequest): PartKey => keyOf({ ...requestOf(symbol, 'options'), chain })
const expiriesKey = (symbol: string, root: string | null): PartKey => ({
  ...keyOf(requestOf(symbol, 'options')),
  part: 'option-expiries',
  variant: root ?? '',
})
const rootsKey = (symbol: string): PartKey => ({ ...keyOf(requestOf(symbol, 'options')), part: 'option-roots' })
