import type { MarketDataPermission } from '../../shared/model/session.ts'

/** What the token may see of one market. */
export interface MarketAccess {
  /** `null` when no permission speaks of this market. */
  readonly delayMinutes: number | null
  readonly isForbidden: boolean
}

/** The narrowest permission that names `mic` decides; else a worldwide one. Country and continent need a mic's place, which the service does not tell. */
export function marketAccess(permissions: readonly MarketDataPermission[], mic: string): MarketAccess {
  const own = permissions.filter((permission) => permission.mic === mic)
  const applying = own.length > 0 ? own : permissions.filter((permission) => permission.isWorldwide)
  const allowed = applying.filter((permission) => permission.quoteLevel !== 'QUOTE_LEVEL_ACCESS_FORBIDDEN')
  return {
    delayMinutes: allowed.length === 0 ? null : Math.min(...allowed.map((permission) => permission.delayMinutes)),
    isForbidden: applying.length > 0 && allowed.length === 0,
  }
}

/** The market code of `ticker@mic`. */
export const micOf = (symbol: string): string => symbol.slice(symbol.lastIndexOf('@') + 1)
