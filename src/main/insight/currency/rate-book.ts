import type { RateCandidate, RateChoice } from '#shared/model/currency.ts'
import type { InstrumentDetails } from '#shared/model/instrument.ts'
import type { Conversion } from './convert.ts'
import { readPair, type CurrencyInstrument, type Pair } from './pair.ts'
import {
  hasPrice,
  isWorthFollowing,
  rateOfRoute,
  type Prices,
  type RateResult,
  applyUnits,
  chooseRoute,
  findRoutes,
  type Route,
} from './rate.ts'

/** The inputs of the rates to `target`. */
export interface RateInputs {
  readonly target: string
  readonly instruments: readonly CurrencyInstrument[]
  readonly detailsOf: (symbol: string) => InstrumentDetails | null
  readonly choices: ReadonlyMap<string, RateChoice>
  readonly prices: Prices
}

interface Routes {
  readonly all: readonly Route[]
  /** The preferred route; its data may not be read yet. */
  readonly best: Route | null
  /**
   * The best route that has a rate now. It is used until the preferred route has a rate, so that a total does not
   * become unknown.
   */
  readonly used: Route | null
}

/** The rates of all currencies to one target currency. Each rate is calculated once. */
export class RateBook implements Conversion {
  readonly currency: string
  readonly #pairs: readonly Pair[]
  readonly #given: RateInputs
  readonly #routes = new Map<string, Routes>()
  readonly #rates = new Map<string, RateResult>()

  constructor(given: RateInputs) {
    const { target, instruments, detailsOf, choices } = given
    const pairs = instruments.flatMap((instrument) => readPair(instrument, detailsOf(instrument.symbol)) ?? [])
    this.currency = target
    this.#given = given
    this.#pairs = applyUnits(pairs, choices)
  }

  rateOf(currency: string): RateResult {
    const known = this.#rates.get(currency)
    if (known !== undefined) return known
    const result = rateOfRoute(currency, this.#routesOf(currency).used, this.#given.prices)
    this.#rates.set(currency, result)
    return result
  }

  /** The same routes at other prices, for example those of a past day. */
  at(prices: Prices): Conversion {
    const rates = new Map<string, RateResult>()
    const rateOf = (code: string): RateResult => {
      const result = rates.get(code) ?? rateOfRoute(code, this.#routesOf(code).used, prices)
      rates.set(code, result)
      return result
    }
    return { currency: this.currency, rateOf }
  }

  /** The symbols of the instruments whose prices the rate of a currency needs; empty if no instrument can be used. */
  symbolsOf(currency: string): string[] {
    if (currency === this.currency) return []
    const { best, used } = this.#routesOf(currency)
    return [...new Set([...(best ?? []), ...(used ?? [])].map(({ pair }) => pair.symbol))]
  }

  /** The instruments that the user can choose for a currency, each once. */
  candidatesOf(currency: string): RateCandidate[] {
    const seen = new Set<string>()
    return this.#routesOf(currency).all.flatMap(([{ pair, isInverse }, second]) => {
      if (seen.has(pair.symbol)) return []
      seen.add(pair.symbol)
      const { symbol, units } = pair
      return [{ currency, symbol, name: pair.name || null, isInverse, via: second?.from ?? null, units }]
    })
  }

  #routesOf(currency: string) {
    const known = this.#routes.get(currency)
    if (known !== undefined) return known
    const { choices, prices } = this.#given
    const all = findRoutes(currency, this.currency, this.#pairs)
    const best = chooseRoute(all, choices, (leg) => isWorthFollowing(leg, prices))
    const priced = chooseRoute(all, choices, (leg) => hasPrice(leg, prices))
    const routes = { all, best, used: priced?.every((leg) => hasPrice(leg, prices)) === true ? priced : best }
    this.#routes.set(currency, routes)
    return routes
  }
}
