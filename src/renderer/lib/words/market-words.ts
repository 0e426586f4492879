import { hourMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { MarketDataPermission } from '#shared/model/app/connection.ts'
import type { MarketState } from '#shared/model/watchlist.ts'
import { spanWords } from '#shared/text/format-time.ts'
import { texts } from '#shared/texts.ts'
import { wordsOf } from './service-names.ts'

const stateWords = texts({ open: m.words_market_open, closed: m.words_market_closed })

/**
 * The state of a market as text: "open, closes in 2 h 10 min", "closed, opens in 3 d 4 h", "hours not known". The brief
 * form is rounded to the hour ("opens in 11 h") and mentions the close only in the last hour, so that a column of them does
 * not change every minute.
 */
export function marketWords({ state, changesAt }: MarketState, now: number, isBrief = false): string {
  if (state === 'unknown') return m.words_hours_not_known()
  // A change in the past means that the schedule is older than the state.
  if (changesAt === null || changesAt <= now) return stateWords[state]
  const leftMs = changesAt - now
  const span = spanWords(leftMs)
  if (!isBrief) return state === 'open' ? m.words_open_closes_in_span({ span }) : m.words_closed_opens_in_span({ span })
  if (leftMs <= hourMs) return state === 'open' ? m.words_closes_in_span({ span }) : m.words_opens_in_span({ span })
  return state === 'open'
    ? stateWords.open
    : m.words_opens_in_left_ms({ leftMs: spanWords(Math.ceil(leftMs / hourMs) * hourMs) })
}

/** Permissions of one level and one delay, with the markets they cover. */
interface PermissionGroup {
  readonly level: string
  /** Empty if access is forbidden. */
  readonly delay: string
  readonly places: readonly string[]
}

/** "QUOTE_LEVEL_DEPTH_OF_MARKET" → "depth of market"; unknown levels stay readable. */
export const levelWords = (level: string): string => wordsOf(level, 'QUOTE_LEVEL_') || m.words_not_stated()

const delayWords = ({ quoteLevel, delayMinutes }: MarketDataPermission): string => {
  if (quoteLevel === 'QUOTE_LEVEL_ACCESS_FORBIDDEN') return ''
  return delayMinutes > 0 ? m.words_delayed_delay_minutes_min({ delayMinutes }) : m.words_real_time()
}

const placeOf = ({ mic, country, continent, isWorldwide }: MarketDataPermission): string =>
  mic || country || continent || (isWorldwide ? m.words_worldwide() : m.words_not_stated())

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
