import { dayMs } from '../../../shared/durations.ts'

/** Every one of the last days, then Mondays, and months where there are too many weeks. */
const dayCount = 92
const maxEarlierCount = 300
const weekMs = 7 * dayMs
/** A Monday. */
const firstMonday = 4 * dayMs

/**
 * The moments at which a past value is calculated, ascending, at most about 400: each is the end of a UTC day, up to the
 * last one that is over. A day later there is one more, and the earlier ones were moments before, unless weeks became months. `beginsAt` and `now` in UTC ms.
 */
export function pastMoments(beginsAt: number, now: number): number[] {
  const last = Math.floor(now / dayMs) * dayMs
  const days = Array.from({ length: dayCount }, (_, index) => last - (dayCount - 1 - index) * dayMs)
  const firstDay = days[0] ?? last
  const weekCount = Math.ceil((firstDay - beginsAt) / weekMs)
  const earlier = weekCount > maxEarlierCount ? monthStarts(beginsAt, firstDay) : mondays(beginsAt, firstDay)
  return [...earlier, ...days].filter((at) => at > beginsAt && at <= now)
}

/** The first instants of UTC Mondays between two instants. */
function mondays(from: number, before: number): number[] {
  const first = firstMonday + Math.ceil((from - firstMonday) / weekMs) * weekMs
  return Array.from({ length: Math.max(0, Math.ceil((before - first) / weekMs)) }, (_, index) => first + index * weekMs)
}

/** The first instants of UTC months between two instants: of all, or where they are too many of every second, third …. */
function monthStarts(from: number, before: number): number[] {
  const start = new Date(from)
  const starts: number[] = []
  const step = Math.ceil((before - from) / (30 * dayMs) / maxEarlierCount)
  for (let month = 1; ; month += step) {
    const at = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1)
    if (at >= before) return starts
    starts.push(at)
  }
}
