import { dayMs, hourMs } from '#shared/durations.ts'
import { isOnContinent } from '../market/market-data-permission.ts'

/** The start of the UTC day that contains a time (both UTC ms). */
export const startOfUtcDay = (at: number): number => Math.floor(at / dayMs) * dayMs

/** A profit of the day never belongs to a session that is older than this. */
const maxSessionAgeMs = 7 * dayMs

/** A day of trading in the time of its market. */
export interface Session {
  /** YYYY-MM-DD. */
  readonly date: string
  /** The midnight before it, in UTC ms. */
  readonly startsAt: number
}

/**
 * Returns the session that the reported profit of the day belongs to: the day of the last price, in the time of the
 * market. After midnight and at weekends the service still reports the profit of the last session. Without a price, or
 * if the price is too old, it is the day of the reading. Times are in UTC ms.
 */
export function sessionOf(lastPriceAt: number | null, readAt: number, mic: string): Session {
  const at = lastPriceAt ?? readAt
  const instant = at > readAt || readAt - at > maxSessionAgeMs ? readAt : at
  const offsetMs = marketOffsetMs(mic)
  const midnight = startOfUtcDay(instant + offsetMs)
  return { date: new Date(midnight).toISOString().slice(0, 'YYYY-MM-DD'.length), startsAt: midnight - offsetMs }
}

/**
 * The difference between the time of a market and UTC where a session crosses midnight in UTC: an evening in New York is
 * after midnight, and a morning in Sydney is before it. Zero elsewhere, or if the continent of the market is not known.
 */
function marketOffsetMs(mic: string): number {
  const isAmerican = isOnContinent(mic, 'NA') || isOnContinent(mic, 'SA')
  return isAmerican ? -5 * hourMs : isOnContinent(mic, 'OC') ? 10 * hourMs : 0
}
