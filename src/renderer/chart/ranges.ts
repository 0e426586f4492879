import { dayMs, hourMs } from '../../shared/durations.ts'

/** The time ranges that a recorded curve can show. */
export const ranges = ['1D', '1W', '1M', '1Y', 'All'] as const
export type Range = (typeof ranges)[number]

const spanMs: Record<Exclude<Range, 'All'>, number> = {
  '1D': dayMs,
  '1W': 7 * dayMs,
  '1M': 30 * dayMs,
  '1Y': 365 * dayMs,
}

/** The start of a range, UTC ms; 0 for everything that was recorded. */
export const rangeStart = (range: Range, now: number): number => (range === 'All' ? 0 : now - spanMs[range])

/**
 * The start of the time axis, UTC ms: the start of the range, or the first recorded point if that is later, so that a short record
 * fills the chart. The axis spans at least one hour.
 */
export const axisStart = (range: Range, now: number, firstAt: number): number =>
  Math.min(Math.max(rangeStart(range, now), firstAt), now - hourMs)

/** The text for a range without data. */
export const emptyRangeText = (range: Range): string =>
  range === 'All' ? 'No data recorded yet' : `No data recorded in ${range === '1D' ? 'the last day' : 'this range'}`
