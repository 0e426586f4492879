import { z } from 'zod'
import { OptionContract } from '../../../shared/model/instrument.ts'
import type { CalendarDate } from '../../../shared/model/values.ts'
import type { Cache } from '../../cache/cache.ts'
import type { PartKey } from '../../cache/instruments/parts.ts'
import type { Clock } from '../../time/clock.ts'
import { groupByExpiry, tickerRoots } from '../../insight/market/option-chain.ts'
import { KnownExpiries, nextProbe } from './option-expiries.ts'
import { keyOf, requestOf, type ChainRequest } from './part-request.ts'

/** Roots that the service answered for, that it had nothing under, and that the contracts' tickers begin with. */
const KnownRoots = z.object({ answered: z.array(z.string()), empty: z.array(z.string()), tickers: z.array(z.string()) })
type KnownRoots = z.infer<typeof KnownRoots>
const noRoots: KnownRoots = { answered: [], empty: [], tickers: [] }
const maxRoots = 50

/** The contracts of one expiry, and what is known of the others. */
interface StoredChain {
  /** The expiry that `contracts` are of; `null` where they state none, or where there are none. */
  readonly expiration: CalendarDate | null
  /** `null` where this expiry was never read. */
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

  /** When this chain was read (UTC ms); `null` as expiry: when the nearest was asked for. */
  fetchedAt(symbol: string, chain: ChainRequest): number | null {
    return this.#parts.fetchedAt(chainKey(symbol, chain))
  }

  /** `null` where nothing was ever read. Expiries of the past are left out. */
  async read(symbol: string, { root, expiration }: ChainRequest): Promise<StoredChain | null> {
    const expiries = (this.#known(symbol, root)?.expiries ?? []).filter((expiry) => !this.#isPast(expiry))
    const chosen = expiration ?? expiries[0] ?? null
    const stored = await this.#parts.getList(chainKey(symbol, { root, expiration: chosen }), OptionContract)
    if (stored === null && expiries.length === 0) return null
    return { expiration: chosen, contracts: stored?.value ?? null, fetchedAt: stored?.fetchedAt ?? null, expiries }
  }

  /**
   * Roots worth asking for: those that the service answered for, and of the rest what suggests itself. Tickers that begin
   * alike are of one root as far as one can see, so they suggest nothing.
   */
  roots(symbol: string, suggested: readonly string[]): readonly string[] {
    const { answered, empty, tickers } = this.#roots(symbol)
    const others = [...(tickers.length > 1 ? tickers : []), ...suggested].filter((root) => !empty.includes(root))
    return [...new Set([...answered, ...others])]
  }

  /** Keeps a response: the contracts under their own expiries, and what was asked for as answered even where none of it came. */
  store(symbol: string, asked: ChainRequest, contracts: readonly OptionContract[]): void {
    const { root, expiration } = asked
    const now = this.#clock.now()
    const byExpiry = groupByExpiry(contracts)
    const put = (of: CalendarDate | null, some: readonly OptionContract[]): void =>
      this.#parts.put(chainKey(symbol, { root, expiration: of }), some, now)
    // A month or a year is no expiry: nothing is shown under it.
    if (expiration === null || expiration.length === 10) put(expiration, byExpiry.get(expiration) ?? [])
    for (const [expiry, some] of byExpiry) if (expiry !== expiration) put(expiry, some)
    this.#noteExpiries(symbol, asked, [...byExpiry.keys()].filter((expiry) => expiry !== null).sort())
    this.#noteRoots(symbol, asked, contracts)
  }

  /** What to ask next to learn of further expiries; `null` when nothing is left for today. */
  nextProbe(symbol: string, root: string | null): CalendarDate | null {
    const known = this.#known(symbol, root)
    return known === null ? null : nextProbe(known)
  }

  /** When something was last learned of the expiries, UTC ms; `null` where nothing was. */
  searchedAt(symbol: string, root: string | null): number | null {
    return this.#parts.fetchedAt(expiriesKey(symbol, root))
  }

  /** A probe that the service refuses is answered, too: with nothing. */
  noteRefused(symbol: string, asked: ChainRequest): void {
    if (asked.expiration !== null) this.#noteExpiries(symbol, asked, [])
  }

  #noteExpiries(symbol: string, { root, expiration }: ChainRequest, found: readonly CalendarDate[]): void {
    const known = this.#known(symbol, root)
    const today = this.#today()
    // A new search each day, after the nearest was asked for again; what was found stays.
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

  /** Nothing on one day does not say that a root has nothing. */
  #noteRoots(symbol: string, { root, expiration }: ChainRequest, contracts: readonly OptionContract[]): void {
    const before = this.#roots(symbol)
    const add = (known: readonly string[], more: readonly string[]): string[] =>
      [...new Set([...known, ...more])].slice(0, maxRoots)
    const asked = root === null ? [] : [root]
    const hasSome = contracts.length > 0
    const after: KnownRoots = {
      answered: hasSome ? add(before.answered, asked) : before.answered,
      empty: hasSome
        ? before.empty.filter((one) => one !== root)
        : expiration === null
          ? add(before.empty, asked)
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
