import type { InstrumentPart } from '../../../shared/model/instrument-view.ts'
import type { MarketDataPermission } from '../../../shared/model/connection.ts'
import { isInCountry, isOnContinent } from './market-places.ts'

/** The access of the token to the data of one market. */
export interface MarketAccess {
  /** The best quote level allowed, as sent; `null` when no permission covers this market. */
  readonly quoteLevel: string | null
  /** `null` when no permission covers this market. */
  readonly delayMinutes: number | null
  readonly isForbidden: boolean
}

const forbidden = 'QUOTE_LEVEL_ACCESS_FORBIDDEN'
/** The known levels, lowest first. */
const levels = [
  forbidden,
  'QUOTE_LEVEL_LAST_PRICE',
  'QUOTE_LEVEL_BEST_BID_OFFER',
  'QUOTE_LEVEL_DEPTH_OF_MARKET',
  'QUOTE_LEVEL_DEPTH_OF_BOOK',
]

/** The narrowest permission applies: of the market itself, then its country, its continent, the world. Of several for the same place the best applies. */
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
  const scopes: readonly ((permission: MarketDataPermission) => boolean)[] = [
    (permission) => permission.mic !== '' && permission.mic === mic,
    ({ country }) => country !== '' && isInCountry(mic, country),
    ({ continent }) => continent !== '' && isOnContinent(mic, continent),
    ({ isWorldwide }) => isWorldwide,
  ]
  return scopes.map((isCovered) => permissions.filter(isCovered)).find((found) => found.length > 0) ?? []
}

/** An unknown level ranks above the known ones, so that nothing is refused on a guess. */
const rankOf = (level: string): number => (levels.includes(level) ? levels.indexOf(level) : levels.length)

const bestLevel = (given: readonly string[]): string | null =>
  given.reduce<string | null>((best, level) => (best === null || rankOf(level) > rankOf(best) ? level : best), null)

/** Whether a quote level (as sent; `null` when unknown) forbids a part. Reference data needs no level. */
export function isPartForbidden(part: InstrumentPart, quoteLevel: string | null): boolean {
  if (quoteLevel === null || (part !== 'book' && part !== 'trades')) return false
  const minLevel = part === 'book' ? 'QUOTE_LEVEL_DEPTH_OF_MARKET' : 'QUOTE_LEVEL_LAST_PRICE'
  return rankOf(quoteLevel) < rankOf(minLevel)
}

/** The market code of `ticker@mic`. */
export const micOf = (symbol: string): string => symbol.slice(symbol.lastIndexOf('@') + 1)
