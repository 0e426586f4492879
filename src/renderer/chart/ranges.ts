const dayMs = 86_400_000

/** The stretches of time that the equity curve can show. */
export const ranges = ['1D', '1W', '1M', 'All'] as const
export type Range = (typeof ranges)[number]

const spanMs: Record<Exclude<Range, 'All'>, number> = { '1D': dayMs, '1W': 7 * dayMs, '1M': 30 * dayMs }

/** Where a range begins, in UTC milliseconds; 0 for all that was recorded. */
export const rangeStart = (range: Range, now: number): number => (range === 'All' ? 0 : now - spanMs[range])

const hourMs = 3_600_000

/**
 * Where the axis begins: with the range, or with the first reading in it, if that is later, so that a young record is
 * not a dot at the edge. An hour at least.
 */
export const axisStart = (range: Range, now: number, firstAt: number): number =>
  Math.min(Math.max(rangeStart(range, now), firstAt), now - hourMs)

/** What is said where a range holds nothing. */
export const nothingIn = (range: Range): string =>
  range === 'All' ? 'Nothing recorded yet' : `Nothing recorded in ${range === '1D' ? 'the last day' : 'this range'}`
