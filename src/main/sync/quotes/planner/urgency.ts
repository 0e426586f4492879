import { compareStrength, isReserve, type Candidate } from './candidate.ts'

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
