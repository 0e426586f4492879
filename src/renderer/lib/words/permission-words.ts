import type { MarketDataPermission } from '../../../shared/model/session.ts'

/** Permissions of one level and one delay, with the markets they cover. */
export interface PermissionGroup {
  readonly level: string
  /** Empty if access is forbidden. */
  readonly delay: string
  readonly places: readonly string[]
}

/** "QUOTE_LEVEL_DEPTH_OF_MARKET" → "depth of market"; unknown levels stay readable. */
export const levelWords = (level: string): string =>
  level
    .replace(/^QUOTE_LEVEL_/, '')
    .replaceAll('_', ' ')
    .toLowerCase() || 'not stated'

const delayWords = ({ quoteLevel, delayMinutes }: MarketDataPermission): string => {
  if (quoteLevel === 'QUOTE_LEVEL_ACCESS_FORBIDDEN') return ''
  return delayMinutes > 0 ? `delayed ${delayMinutes} min` : 'real time'
}

const placeOf = ({ mic, country, continent, isWorldwide }: MarketDataPermission): string =>
  mic || country || continent || (isWorldwide ? 'worldwide' : 'not stated')

/** Groups permissions by level and delay, in the order sent. */
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
