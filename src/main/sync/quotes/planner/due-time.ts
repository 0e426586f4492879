import { dayMs } from '#shared/durations.ts'
import { type Candidate, addUp, errorRate, isReserve, compareStrength } from './candidate.ts'
import type { ShownPrice } from './types.ts'

/** The maximum age of a row on screen, as a multiple of the time of one round through all of them, minus `lessMs`. */
const maxOfEven = 2
const lessMs = 10_000
/** A calm row on screen need not be younger than this: the rate is for rows that move. */
const minVisibleMs = 17_000

/** Age limits on screen may take this share of its rate; if they need more, all limits are multiplied by the same factor. */
const maxVisibleShare = 0.9

/** Age limits of hidden prices may take this share of their rate; if they need more, all limits are multiplied by the same factor. */
const hiddenShare = 0.2
/** Up to this factor. Beyond it, age limits take a larger share of the rate, so that ages do not become hours. */
const maxFactor = 10
const maxHiddenShare = 0.4

/**
 * Limits the ages of prices on screen, so that the plan stays close to even spacing: more than half of its rate is spent in
 * turn on all rows, and volatility decides about the rest. A price that is wrongly considered calm is still read soon.
 */
export function limitVisible(candidates: readonly Candidate[], perMs: number): void {
  const evenMs = candidates.filter(({ own }) => own.length > 0).length / perMs
  const ageMs = Math.max(minVisibleMs, evenMs * maxOfEven - lessMs)
  for (const candidate of candidates)
    candidate.maxMs = Math.max(
      candidate.minMs,
      Math.min(candidate.maxMs, candidate.own.length > 0 ? ageMs * candidate.spread : Infinity),
    )
  const factor = Math.max(1, needOf(candidates, perMs) / maxVisibleShare)
  for (const candidate of candidates) candidate.maxMs *= factor
}

/** Extends the age limits of hidden prices to what their rate allows. */
export function limitHidden(candidates: readonly Candidate[], perMs: number): void {
  const need = needOf(candidates, perMs)
  const factor = Math.max(1, Math.min(need / hiddenShare, Math.max(maxFactor, need / maxHiddenShare)))
  for (const candidate of candidates) candidate.maxMs *= factor
}

/** The rate that the age limits need, as a share of the available rate. */
const needOf = (candidates: readonly Candidate[], perMs: number): number =>
  candidates.reduce((total, { maxMs }) => total + 1 / maxMs, 0) / perMs

/** A reserve call is due when the owners of its prices are late by this factor. */
const reserveFactor = 1.5

/** How long after a request a call is due, considered alone, ms. `scale` is √(2λ): the call is due at the age scale / √C. */
export const intervalOf = (candidate: Candidate, scale: number): number =>
  isReserve(candidate)
    ? candidate.maxMs
    : Math.max(candidate.minMs, Math.min(candidate.maxMs, candidate.demand === 0 ? Infinity : scale / candidate.demand))

/** When a call is due, UTC ms; minus infinity if it was never requested. The intervals of all candidates must be set before. */
export function dueTime(candidate: Candidate, scale: number, now: number): number {
  const { requestedAt } = candidate.call
  if (requestedAt === null) return -Infinity
  // The request is in the future because the clock was set back: request again.
  if (requestedAt > now) return now
  const byError = Math.min(
    indexTime(candidate.own, scale ** 2, requestedAt, now),
    candidate.own.length < candidate.moving.length
      ? indexTime(candidate.moving, lateTarget(candidate), requestedAt, now)
      : Infinity,
  )
  const closing = requestedAt < candidate.closingReadAt ? candidate.closingReadAt : Infinity
  // Nothing moves before a market opens: the call is due at the opening.
  const opening = candidate.opensAt > now ? candidate.opensAt : Infinity
  return Math.min(Math.max(requestedAt + candidate.minMs, byError), requestedAt + candidate.maxMs, closing, opening)
}

/** When Σ c·(t − refreshed)² reaches `target`: the later root of a quadratic in t. */
function indexTime(prices: readonly ShownPrice[], target: number, requestedAt: number, now: number): number {
  // Calculated with ages: the squares of absolute times would lose the significant digits.
  const ages = prices.map((price) => ({
    c: errorRate(price),
    age: now - Math.min(now, price.refreshedAt ?? requestedAt),
  }))
  const total = addUp(ages.map(({ c }) => c))
  if (total === 0) return Infinity
  const mean = addUp(ages.map(({ c, age }) => c * age)) / total
  const spread = addUp(ages.map(({ c, age }) => c * (age - mean) ** 2))
  return now - mean + Math.sqrt(Math.max(0, target - spread) / total)
}

/** More error than ever exists while the owners of its prices keep to their intervals. */
const lateTarget = ({ moving, owners }: Candidate): number =>
  reserveFactor ** 2 *
  addUp(moving.map((price, i) => errorRate(price) * Math.min(owners[i]?.intervalMs ?? 0, longMs) ** 2))

const longMs = dayMs

/** Visible calls first, then calls that were never requested, then by lateness relative to the interval, then by strength. */
export function byUrgency(now: number): (a: Candidate, b: Candidate) => number {
  const lateness = ({ dueAt, call }: Candidate): number =>
    call.requestedAt === null ? Infinity : (now - call.requestedAt) / Math.max(1, dueAt - call.requestedAt)
  return (a, b) => {
    const isDue = Number(b.dueAt <= now) - Number(a.dueAt <= now)
    if (isDue !== 0) return isDue
    if (a.dueAt > now) return a.dueAt - b.dueAt || compareStrength(a, b)
    const byLateness = lateness(a) === lateness(b) ? 0 : lateness(b) - lateness(a)
    return Number(b.isVisible) - Number(a.isVisible) || byLateness || compareStrength(a, b)
  }
}

/** A call that is overdue by more than this is not expected to be made: its job has a problem. */
const comingMs = 60_000

/** Removes reserve calls whose prices are all refreshed by calls that are due before them. */
export function withoutRepeats(ordered: readonly Candidate[], now: number): readonly Candidate[] {
  const coming = new Set<string>()
  return ordered.filter((candidate) => {
    const { call, dueAt, moving, maxMs } = candidate
    if (dueAt > now) return true
    const waits = isReserve(candidate) && call.requestedAt !== null && now < call.requestedAt + maxMs
    if (waits && moving.every(({ key }) => coming.has(key))) return false
    if (call.requestedAt === null || dueAt > now - comingMs) for (const { key } of moving) coming.add(key)
    return true
  })
}
