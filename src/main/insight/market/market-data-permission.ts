import type { InstrumentPart } from '../../shared/model/instrument-view.ts'
import type { MarketDataPermission } from '../../shared/model/session.ts'
import { liesInCountry, liesOnContinent } from './market-places.ts'

/** What the token may see of one market. */
export interface MarketAccess {
  /** The most that is allowed, as sent; `null` when no permission speaks of this market. */
  readonly quoteLevel: string | null
  /** `null` when no permission speaks of this market. */
  readonly delayMinutes: number | null
  readonly isForbidden: boolean
}

const forbidden = 'QUOTE_LEVEL_ACCESS_FORBIDDEN'
/** From the least to the most. A level that is not here says nothing that is known. */
const levels = [
  forbidden,
  'QUOTE_LEVEL_LAST_PRICE',
  'QUOTE_LEVEL_BEST_BID_OFFER',
  'QUOTE_LEVEL_DEPTH_OF_MARKET',
  'QUOTE_LEVEL_DEPTH_OF_BOOK',
]

/** The narrowest place decides: the market itself, then its country, its continent, the world. Of several for one place the best counts. */
export function marketAccess(permissions: readonly MarketDataPermission[], mic: string): MarketAccess {
  const applying = narrowest(permissions, mic)
  const allowed = applying.filter(({ quoteLevel }) => quoteLevel !== forbidden)
  return {
    quoteLevel: bestLevel(applying.map(({ quoteLevel }) => quoteLevel)),
    delayMinutes: allowed.length === 0 ? null : Math.min(...allowed.map(({ delayMinutes }) => delayMinutes)),
    isForbidden: applying.length > 0 && allowed.length === 0,
  }
}

function narrowest(permissions: readonly MarketDataPermission[], mic: string): readonly MarketDataPermission[] {
  const names: readonly ((permission: MarketDataPermission) => boolean)[] = [
    (permission) => permission.mic !== '' && permission.mic === mic,
    ({ country }) => country !== '' && liesInCountry(mic, country),
    ({ continent }) => continent !== '' && liesOnContinent(mic, continent),
    ({ isWorldwide }) => isWorldwide,
  ]
  return names.map((name) => permissions.filter(name)).find((found) => found.length > 0) ?? []
}

/** A level of a name unknown here may be any: it goes before the known ones, so that nothing is refused on a guess. */
const rankOf = (level: string): number => (levels.includes(level) ? levels.indexOf(level) : levels.length)

const bestLevel = (given: readonly string[]): string | null =>
  given.reduce<string | null>((best, level) => (best === null || rankOf(level) > rankOf(best) ? level : best), null)

/** Whether a quote level (as sent; `null` where none is known) rules a part out. Reference data need no level. */
export function isPartForbidden(part: InstrumentPart, quoteLevel: string | null): boolean {
  if (quoteLevel === null || (part !== 'book' && part !== 'trades')) return false
  const least = part === 'book' ? 'QUOTE_LEVEL_DEPTH_OF_MARKET' : 'QUOTE_LEVEL_LAST_PRICE'
  return rankOf(quoteLevel) < rankOf(least)
}

/** The market code of `ticker@mic`. */
export const micOf = (symbol: string): string => symbol.slice(symbol.lastIndexOf('@') + 1)
