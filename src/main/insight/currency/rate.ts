import { decimalOf, divide, multiply, sign, type Decimal } from '../../../shared/decimal.ts'
import type { Rate, RateProblem } from '../../../shared/model/currency.ts'
import type { Leg, Route } from './route.ts'

/** A price of an instrument and its time (UTC ms); the price is `null` where the service states none. */
export interface StatedPrice {
  readonly price: Decimal | null
  readonly at: number
}

/** What is known of the prices of rate instruments. */
export interface Prices {
  /** `null` where no quote was read. */
  priceOf(symbol: string): StatedPrice | null
  /** Whether the service refuses the instrument. */
  isRefused(symbol: string): boolean
}

/** Why there is no rate, and the instrument that lacks something. */
export interface NoRate {
  readonly problem: RateProblem
  readonly symbol: string | null
}

export type RateResult = { readonly rate: Rate } | NoRate

/** Quotients have this many places, so that an amount of any usual size is exact to the cent. */
const quotientPlaces = 24

/** Why a leg has no price for a conversion; `null` if it has one. A price of zero or less is no rate. */
export function problemOf({ pair }: Leg, prices: Prices): RateProblem | null {
  if (pair.state === 'other-currency') return 'other-currency'
  if (prices.isRefused(pair.symbol)) return 'refused'
  if (pair.units === null) return 'unknown-units'
  const stated = prices.priceOf(pair.symbol)
  if (pair.state === 'not-read' || stated === null) return 'not-read'
  return stated.price === null || sign(stated.price) <= 0 ? 'no-price' : null
}

/** Whether a leg is worth following: all is well, or its data only have to be read. */
export const isWorthFollowing = (leg: Leg, prices: Prices): boolean => {
  const problem = problemOf(leg, prices)
  return problem === null || problem === 'not-read'
}

/**
 * What one unit of the first currency of a route is worth in the last: price / units, or units / price where the instrument
 * prices the other way round, multiplied over two legs.
 */
export function rateOver(currency: string, route: Route | null, prices: Prices): RateResult {
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
  // A factor of zero is a price beyond all places.
  return factor === null || sign(factor) === 0 ? { problem: 'no-price', symbol } : { factor, at: stated.at }
}
