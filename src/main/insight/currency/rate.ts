import { decimalOf, divide, multiply, sign, type Decimal } from '#shared/decimal.ts'
import type { RateChoice, Rate, RateProblem } from '#shared/model/currency.ts'
import type { Pair } from './pair.ts'

/** One instrument that converts `from` to `to`; `isInverse`: it prices `to` in `from`. */
interface Leg {
  readonly pair: Pair
  readonly from: string
  readonly to: string
  readonly isInverse: boolean
}

/** One leg, or two legs through another currency. */
export type Route = readonly [Leg] | readonly [Leg, Leg]

/** Currencies that have a price against most others, in order of preference. */
export const hubs: readonly string[] = ['USD', 'EUR', 'RUB', 'CNY']

/** Returns all legs from one currency to another: direct before inverse, then by priority and symbol. */
function legsBetween(from: string, to: string, pairs: readonly Pair[]): Leg[] {
  const ways = [
    { isInverse: false, base: from, quote: to },
    { isInverse: true, base: to, quote: from },
  ]
  return ways.flatMap(({ isInverse, base, quote }) =>
    pairs
      .filter((pair) => pair.base === base && pair.quote === quote)
      .sort((a, b) => a.priority - b.priority || (a.symbol < b.symbol ? -1 : 1))
      .map((pair) => ({ pair, from, to, isInverse })),
  )
}

/** Returns every route, best first: direct instruments, then routes through one other currency. */
export function findRoutes(from: string, to: string, pairs: readonly Pair[]): Route[] {
  const direct = legsBetween(from, to, pairs).map((leg): Route => [leg])
  const over = hubs
    .filter((hub) => hub !== from && hub !== to)
    .flatMap((hub) =>
      legsBetween(from, hub, pairs).flatMap((first) =>
        legsBetween(hub, to, pairs).map((second): Route => [first, second]),
      ),
    )
  return [...direct, ...over]
}

/** Applies the user's choices to the pairs: chosen units replace those that the service states. */
export function applyUnits(pairs: readonly Pair[], choices: ReadonlyMap<string, RateChoice>): Pair[] {
  const units = new Map([...choices.values()].map((choice) => [choice.symbol, choice.units]))
  return pairs.map((pair) => ({ ...pair, units: units.get(pair.symbol) ?? pair.units }))
}

/**
 * Chooses the route to use. A currency with a chosen instrument uses only that instrument; this applies to both legs.
 * Among the allowed routes it is the first whose legs are all usable, otherwise the first of all, so that its problem
 * can be shown. `null` without a route.
 */
export function chooseRoute(
  routes: readonly Route[],
  choices: ReadonlyMap<string, RateChoice>,
  isUsable: (leg: Leg) => boolean,
): Route | null {
  const isChosen = ({ pair, from }: Leg): boolean => {
    const symbol = choices.get(from)?.symbol
    return symbol === undefined || symbol === pair.symbol
  }
  const allowed = routes.filter((route) => route.every(isChosen))
  return allowed.find((route) => route.every(isUsable)) ?? allowed[0] ?? null
}

/** A price of an instrument and its time (UTC ms); the price is `null` if the service states none. */
interface StatedPrice {
  readonly price: Decimal | null
  readonly at: number
}

/** The known prices of the instruments that rates use. */
export interface Prices {
  /** `null` if no quote has been read. */
  priceOf(symbol: string): StatedPrice | null
  /** Whether the service refuses requests for the instrument. */
  isRefused(symbol: string): boolean
  /** Set for prices of a past time, of which no more can be read. */
  readonly isPast?: true
}

/** Why there is no rate, and the instrument with the problem. */
interface NoRate {
  readonly problem: RateProblem
  readonly symbol: string | null
}

/** A rate, or why there is none. */
export type RateResult = { readonly rate: Rate } | NoRate

/** Decimal places of quotients: enough for amounts of any usual size to be exact to the cent. */
const quotientPlaces = 24

/** Why a leg cannot be used for a conversion; `null` if it can. A price of zero or less gives no rate. */
function problemOf({ pair }: Leg, prices: Prices): RateProblem | null {
  if (pair.state === 'other-currency') return 'other-currency'
  if (prices.isRefused(pair.symbol)) return 'refused'
  if (pair.units === null) return 'unknown-units'
  const stated = prices.priceOf(pair.symbol)
  if (pair.state === 'not-read') return 'not-read'
  if (stated === null) return prices.isPast === true ? 'no-past-price' : 'not-read'
  return stated.price === null || sign(stated.price) <= 0 ? 'no-price' : null
}

/** Whether a leg has a price for a conversion now. */
export const hasPrice = (leg: Leg, prices: Prices): boolean => problemOf(leg, prices) === null

/** Whether the data of a leg are worth requesting: it can be used, or its data only have to be read. */
export const isWorthFollowing = (leg: Leg, prices: Prices): boolean => {
  const problem = problemOf(leg, prices)
  return problem === null || problem === 'not-read'
}

/**
 * Calculates the rate of a route: the value of one unit of its first currency in its last one. A leg contributes price
 * / units, or units / price if it is inverse; two legs are multiplied. `at` is the time of the older price (UTC ms).
 */
export function rateOfRoute(currency: string, route: Route | null, prices: Prices): RateResult {
  if (route === null) return { problem: 'no-instrument', symbol: null }
  const steps: { readonly factor: Decimal; readonly at: number }[] = []
  for (const leg of route) {
    const step = factorOf(leg, prices)
    if ('problem' in step) return step
    steps.push(step)
  }
  const [first, second] = route
  return {
    rate: {
      currency,
      symbol: first.pair.symbol,
      rate: steps.map(({ factor }) => factor).reduce(multiply),
      at: Math.min(...steps.map(({ at }) => at)),
      isInverse: first.isInverse,
      via:
        second === undefined
          ? null
          : { currency: second.from, symbol: second.pair.symbol, isInverse: second.isInverse },
    },
  }
}

function factorOf(leg: Leg, prices: Prices): { readonly factor: Decimal; readonly at: number } | NoRate {
  const { symbol, units } = leg.pair
  const problem = problemOf(leg, prices)
  const stated = prices.priceOf(symbol)
  if (problem !== null) return { problem, symbol }
  if (stated === null || stated.price === null || units === null) return { problem: 'no-price', symbol }
  const divisor = decimalOf(units)
  const factor = leg.isInverse
    ? divide(divisor, stated.price, quotientPlaces)
    : divide(stated.price, divisor, quotientPlaces)
  // A factor of zero means that the price has more decimal places than the quotient.
  return factor === null || sign(factor) === 0 ? { problem: 'no-price', symbol } : { factor, at: stated.at }
}
