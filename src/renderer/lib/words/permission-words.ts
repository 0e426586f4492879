import type { MarketDataPermission } from '../../shared/model/session.ts'

/** Permissions of one level and one delay, with the places they hold for. */
export interface PermissionGroup {
  readonly level: string
  /** Empty where nothing may be seen. */
  readonly delay: string
  readonly places: readonly string[]
}

/** "QUOTE_LEVEL_DEPTH_OF_MARKET" is "depth of market"; what is new stays readable. */
export const levelWords = (level: string): string =>
  level
    .replace(/^QUOTE_LEVEL_/, '')
    .replaceAll('_', ' ')
    .toLowerCase() || 'not stated'

const delayWords = ({ quoteLevel, delayMinutes }: MarketDataPermission): string => {
  if (quoteLevel === 'QUOTE_LEVEL_ACCESS_FORBIDDEN') return ''
  return delayMinutes > 0 ? `${delayMinutes} min late` : 'no delay'
}

const placeOf = ({ mic, country, continent, isWorldwide }: MarketDataPermission): string =>
  mic || country || continent || (isWorldwide ? 'worldwide' : 'not stated')

/** Gathers permissions by level and delay, in the order sent. */
export function groupPermissions(permissions: readonly MarketDataPermission[]): PermissionGroup[] {
  const groups = new Map<string, { level: string; delay: string; places: string[] }>()
  for (const permission of permissions) {
    const name = `${permission.quoteLevel} ${permission.delayMinutes}`
    const group = groups.get(name) ?? {
      level: levelWords(permission.quoteLevel),
      delay: delayWords(permission),
      places: [],
    }
    group.places.push(placeOf(permission))
    groups.set(name, group)
  }
  return [...groups.values()]
}
