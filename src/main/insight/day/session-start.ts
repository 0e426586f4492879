import { dayMs } from '../../../shared/durations.ts'

/** The start of the UTC day of an instant (UTC ms). */
export const startOfUtcDay = (at: number): number => Math.floor(at / dayMs) * dayMs

/** A price that is older is of no session that a profit of the day could be of. */
const maxSessionAgeMs = 7 * dayMs

/**
 * Where the session starts that a stated profit of the day is of: the UTC day of the last price. After midnight, and at
 * weekends, the service still states the profit of the session before. Times are UTC ms; without a price it is the day of the
 * reading.
 */
export function sessionStart(lastPriceAt: number | null, readAt: number): number {
  const at = lastPriceAt ?? readAt
  return startOfUtcDay(at > readAt || readAt - at > maxSessionAgeMs ? readAt : at)
}
