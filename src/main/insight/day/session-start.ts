import { dayMs, hourMs } from '../../../shared/durations.ts'
import { isOnContinent } from '../market/market-data-permission.ts'

/** The start of the UTC day that contains a time (both UTC ms). */
export const startOfUtcDay = (at: number): number => Math.floor(at / dayMs) * dayMs

/** A profit of the day never belongs to a session that is older than this. */
const maxSessionAgeMs = 7 * dayMs

/**
 * Returns the start (UTC ms) of the session that the reported profit of the day belongs to: the start of the UTC day of
 * the last price. After midnight and at weekends the service still reports the profit of the last session. Without a
 * price, or if the price is too old, it is the UTC day of the reading. Parameters are UTC ms.
 */
export const sessionStart = (lastPriceAt: number | null, readAt: number): number =>
  startOfUtcDay(sessionInstant(lastPriceAt, readAt))

function sessionInstant(lastPriceAt: number | null, readAt: number): number {
  const at = lastPriceAt ?? readAt
  return at > readAt || readAt - at > maxSessionAgeMs ? readAt : at
}

/**
 * Returns the calendar date (YYYY-MM-DD) of that session in the time of its market: an evening in New York is after
 * midnight in UTC, and a morning in Sydney is before it. The UTC date if the continent of the market is not known.
 */
export function sessionDate(lastPriceAt: number | null, readAt: number, mic: string): string {
  const isAmerican = isOnContinent(mic, 'NA') || isOnContinent(mic, 'SA')
  const offsetMs = isAmerican ? -5 * hourMs : isOnContinent(mic, 'OC') ? 10 * hourMs : 0
  return new Date(sessionInstant(lastPriceAt, readAt) + offsetMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
