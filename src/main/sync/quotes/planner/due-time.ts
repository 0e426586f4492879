import { addUp, errorRate, isReserve, type Candidate } from './candidate.ts'
import type { ShownPrice } from './types.ts'

/** A call for prices that other calls bring steps in when they are this much later than planned. */
const reserveFactor = 1.5

/** How long after an asking a call by itself is due, ms. `scale` is √(2λ): it is due at the age scale / √C. */
export const intervalOf = (candidate: Candidate, scale: number): number =>
  isReserve(candidate)
    ? candidate.maxMs
    : Math.max(candidate.minMs, Math.min(candidate.maxMs, candidate.demand === 0 ? Infinity : scale / candidate.demand))

/** When a call is due, UTC ms; minus infinity where it was never asked. Needs all intervals. */
export function dueTime(candidate: Candidate, scale: number, now: number): number {
  const { askedAt } = candidate.call
  if (askedAt === null) return -Infinity
  // A clock that was set back leaves an asking in the future: ask again.
  if (askedAt > now) return now
  const byError = Math.min(
    indexTime(candidate.own, scale ** 2, askedAt, now),
    candidate.own.length < candidate.moving.length
      ? indexTime(candidate.moving, lateTarget(candidate), askedAt, now)
      : Infinity,
  )
  const closing = askedAt < candidate.closingLookAt ? candidate.closingLookAt : Infinity
  // At the opening of a market nothing has moved yet: that is the time for a new plan.
  const opening = candidate.opensAt > now ? candidate.opensAt : Infinity
  return Math.min(Math.max(askedAt + candidate.minMs, byError), askedAt + candidate.maxMs, closing, opening)
}

/** When Σ c·(t − refreshed)² reaches `target`: the later root of a quadratic in t. */
function indexTime(prices: readonly ShownPrice[], target: number, askedAt: number, now: number): number {
  // Ages, not times: the squares of times would lose the digits that matter.
  const ages = prices.map((price) => ({ c: errorRate(price), age: now - Math.min(now, price.refreshedAt ?? askedAt) }))
  const total = addUp(ages.map(({ c }) => c))
  if (total === 0) return Infinity
  const mean = addUp(ages.map(({ c, age }) => c * age)) / total
  const spread = addUp(ages.map(({ c, age }) => c * (age - mean) ** 2))
  return now - mean + Math.sqrt(Math.max(0, target - spread) / total)
}

/** More error than there ever is while those that are to refresh its prices keep to their intervals. */
const lateTarget = ({ moving, owners }: Candidate): number =>
  reserveFactor ** 2 *
  addUp(moving.map((price, i) => errorRate(price) * Math.min(owners[i]?.intervalMs ?? 0, longMs) ** 2))

const longMs = 86_400_000
