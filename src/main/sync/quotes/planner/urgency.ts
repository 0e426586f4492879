import { compareStrength, isReserve, type Candidate } from './candidate.ts'

/** What is on screen first, then what was never asked, then what waits longest for its interval, then what matters most. */
export function byUrgency(now: number): (a: Candidate, b: Candidate) => number {
  const lateness = ({ dueAt, call }: Candidate): number =>
    call.askedAt === null ? Infinity : (now - call.askedAt) / Math.max(1, dueAt - call.askedAt)
  return (a, b) => {
    const isDue = Number(b.dueAt <= now) - Number(a.dueAt <= now)
    if (isDue !== 0) return isDue
    if (a.dueAt > now) return a.dueAt - b.dueAt || compareStrength(a, b)
    const byLateness = lateness(a) === lateness(b) ? 0 : lateness(b) - lateness(a)
    return Number(b.isVisible) - Number(a.isVisible) || byLateness || compareStrength(a, b)
  }
}

/** What was due for so long is not coming: its job has trouble. */
const comingMs = 60_000

/** A call in reserve is not made when what it brings comes with a call that is due before it. */
export function withoutRepeats(ordered: readonly Candidate[], now: number): readonly Candidate[] {
  const coming = new Set<string>()
  return ordered.filter((candidate) => {
    const { call, dueAt, moving, maxMs } = candidate
    if (dueAt > now) return true
    const waits = isReserve(candidate) && call.askedAt !== null && now < call.askedAt + maxMs
    if (waits && moving.every(({ key }) => coming.has(key))) return false
    if (call.askedAt === null || dueAt > now - comingMs) for (const { key } of moving) coming.add(key)
    return true
  })
}
