/** A stretch of time in UTC ms: from (inclusive) to (exclusive). */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** One answer for an interval: its rows, and how many the service sent, unreadable ones included. */
export interface Page<T> {
  readonly rows: readonly T[]
  readonly received: number
}

export interface Reading<T> {
  readonly interval: Interval
  readonly rows: readonly T[]
  /** The rows are all that there are. False for a second that holds more rows than one answer carries. */
  readonly isWhole: boolean
}

/** The longest answer that the service gave so far. Shared by all readings of one service. */
export interface AnswerLengths {
  longest: number
}

/** The service's transaction times have whole seconds: a smaller interval cannot be cut. */
const smallestMs = 1_000
/** No service cuts answers shorter than this: so few rows are not asked for twice. */
const leastCap = 50

/**
 * Reads an interval newest first from a service that cuts long answers silently, at `limit` or at a maximum of its own
 * that nobody tells: an answer as long as the limit, or as the longest ever seen, is taken as cut, and its interval is
 * halved on a whole second. Bounded: each halving ends at one second. Source: field notes, "Lists".
 */
export async function* readNewestFirst<T>(
  whole: Interval,
  limit: number,
  ask: (interval: Interval) => Promise<Page<T>>,
  lengths: AnswerLengths = { longest: 0 },
): AsyncGenerator<Reading<T>> {
  const open: Interval[] = [whole]
  for (let interval = open.pop(); interval !== undefined; interval = open.pop()) {
    const { rows, received } = await ask(interval)
    const middle = Math.floor((interval.from + interval.to) / 2 / smallestMs) * smallestMs
    const isSplittable = middle > interval.from && middle < interval.to
    const isWhole = received < Math.min(limit, Math.max(leastCap, lengths.longest))
    lengths.longest = Math.max(lengths.longest, received)
    if (isWhole || !isSplittable) yield { interval, rows, isWhole }
    else open.push({ from: interval.from, to: middle }, { from: middle, to: interval.to })
  }
}
