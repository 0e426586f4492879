import { dayMs } from '#shared/durations.ts'

/**
 * The number of last days, each with a moment. Before them there is one moment a week, or a month if the weeks are more
 * than `maxEarlierCount`.
 */
const dayCount = 92
const maxEarlierCount = 300
const weekMs = 7 * dayMs
/** The first Monday after 1970-01-01 (UTC ms). */
const firstMonday = 4 * dayMs

/**
 * Returns the moments (UTC ms) at which a past value is calculated, ascending, at most about 400. Each is the end of a
 * UTC day; the last is the end of yesterday. On the next day the moments stay the same and one is added, except when
 * weeks change to months. `beginsAt` and `now` are UTC ms.
 */
export function pastMoments(beginsAt: number, now: number): number[] {
  const last = Math.floor(now / dayMs) * dayMs
  const days = Array.from({ length: dayCount }, (_, index) => last - (dayCount - 1 - index) * dayMs)
  const firstDay = days[0] ?? last
  const weekCount = Math.ceil((firstDay - beginsAt) / weekMs)
  const earlier = weekCount > maxEarlierCount ? monthStarts(beginsAt, firstDay) : mondays(beginsAt, firstDay)
  return [...earlier, ...days].filter((at) => at > beginsAt && at <= now)
}

/** The starts of the UTC Mondays from `from` until before `before`. */
function mondays(from: number, before: number): number[] {
  const first = firstMonday + Math.ceil((from - firstMonday) / weekMs) * weekMs
  return Array.from({ length: Math.max(0, Math.ceil((before - first) / weekMs)) }, (_, index) => first + index * weekMs)
}

/** The starts of the UTC months between two times; only every second, third … month if they are too many. */
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
