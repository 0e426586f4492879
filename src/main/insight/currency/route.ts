import type { RateChoice } from '../../../shared/model/currency.ts'
import type { Pair } from './pair.ts'

/** One instrument on the way from `from` to `to`; `isInverse`: it prices `to` in `from`. */
export interface Leg {
  readonly pair: Pair
  readonly from: string
  readonly to: string
  readonly isInverse: boolean
}

/** One leg, or two over another currency. */
export type Route = readonly [Leg] | readonly [Leg, Leg]

/** Currencies that are priced against most others, tried in this order. */
export const hubs: readonly string[] = ['USD', 'EUR', 'RUB', 'CNY']

/** All legs from one currency to another: direct before inverse, then by rank and symbol. */
function legsBetween(from: string, to: string, pairs: readonly Pair[]): Leg[] {
  const ways = [
    { isInverse: false, base: from, quote: to },
    { isInverse: true, base: to, quote: from },
  ]
  return ways.flatMap(({ isInverse, base, quote }) =>
    pairs
      .filter((pair) => pair.base === base && pair.quote === quote)
      .sort((a, b) => a.rank - b.rank || (a.symbol < b.symbol ? -1 : 1))
      .map((pair) => ({ pair, from, to, isInverse })),
  )
}

/** Every route, the best first: what prices the pair itself, then those over one other currency. */
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

/** The pairs as a person's choices complete them: chosen units replace those that the service states. */
export function applyUnits(pairs: readonly Pair[], choices: ReadonlyMap<string, RateChoice>): Pair[] {
  const units = new Map([...choices.values()].map((choice) => [choice.symbol, choice.units]))
  return pairs.map((pair) => ({ ...pair, units: units.get(pair.symbol) ?? pair.units }))
}

/**
 * The route to use. The instrument that the person chose, for this currency or for the other one of the route, comes first;
 * a currency with a choice has no other route. Else the first that `isUsable`, or the first of all, so that what it lacks
 * can be named. `null` without any.
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
