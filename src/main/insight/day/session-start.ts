import { dayMs, hourMs } from '../../../shared/durations.ts'
import { isOnContinent } from '../market/market-data-permission.ts'

/** The start of the UTC day of an instant (UTC ms). */
export const startOfUtcDay = (at: number): number => Math.floor(at / dayMs) * dayMs

/** A price that is older is of no session that a profit of the day could be of. */
const maxSessionAgeMs = 7 * dayMs

/**
 * Where the session starts that a stated profit of the day is of: the UTC day of the last price. After midnight, and at
 * weekends, the service still states the profit of the session before. Times are UTC ms; without a price it is the day of the
 * reading.
 */
export const sessionStart = (lastPriceAt: number | null, readAt: number): number =>
  startOfUtcDay(sessionInstant(lastPriceAt, readAt))

function sessionInstant(lastPriceAt: number | null, readAt: number): number {
  const at = lastPriceAt ?? readAt
  return at > readAt || readAt - at > maxSessionAgeMs ? readAt : at
}

/**
 * The calendar date of that session, as its market names it: an evening in New York is after midnight in UTC, a morning in
 * Sydney before it. Where the place of a market is not known, it is the UTC date.
 */
export function sessionDate(lastPriceAt: number | null, readAt: number, mic: string): string {
  const isAmerican = isOnContinent(mic, 'NA') || isOnContinent(mic, 'SA')
  const offsetMs = isAmerican ? -5 * hourMs : isOnContinent(mic, 'OC') ? 10 * hourMs : 0
  return new Date(sessionInstant(lastPriceAt, readAt) + offsetMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
