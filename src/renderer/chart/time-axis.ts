import { dayMs, hourMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'

/** The time ranges that a recorded curve can show. */
export const ranges = ['1D', '1W', '1M', '1Y', 'All'] as const
export type Range = (typeof ranges)[number]

export const rangeTitles: Readonly<Record<Range, string>> = texts({
  '1D': m.chart_range_1d,
  '1W': m.chart_range_1w,
  '1M': m.chart_range_1m,
  '1Y': m.chart_range_1y,
  All: m.common_all,
})

const spanMs: Record<Exclude<Range, 'All'>, number> = {
  '1D': dayMs,
  '1W': 7 * dayMs,
  '1M': 30 * dayMs,
  '1Y': 365 * dayMs,
}

/** The start of a range, UTC ms; 0 for everything that was recorded. */
export const rangeStart = (range: Range, now: number): number => (range === 'All' ? 0 : now - spanMs[range])

/**
 * The start of the time axis, UTC ms: the start of the range, however little was recorded; for the whole record, the first
 * point. The axis spans at least one hour.
 */
export const axisStart = (range: Range, now: number, firstAt: number): number =>
  Math.min(range === 'All' ? firstAt : rangeStart(range, now), now - hourMs)

/** The text for a range without data. */
export function emptyRangeText(range: Range): string {
  if (range === 'All') return m.chart_no_data_recorded_yet()
  return range === '1D' ? m.chart_no_data_recorded_in_the_last_day() : m.chart_no_data_recorded_in_this_range()
}

/** The distance between the marks of a time axis. Marks are on whole local hours, days or months. */
type Step = { readonly unit: 'hour' | 'day' | 'month'; readonly count: number; readonly ms: number }

const steps: readonly Step[] = [
  { unit: 'hour', count: 1, ms: hourMs },
  { unit: 'hour', count: 3, ms: 3 * hourMs },
  { unit: 'hour', count: 6, ms: 6 * hourMs },
  { unit: 'hour', count: 12, ms: 12 * hourMs },
  { unit: 'day', count: 1, ms: dayMs },
  { unit: 'day', count: 2, ms: 2 * dayMs },
  { unit: 'day', count: 7, ms: 7 * dayMs },
  { unit: 'month', count: 1, ms: 30 * dayMs },
  { unit: 'month', count: 3, ms: 91 * dayMs },
  { unit: 'month', count: 12, ms: 365 * dayMs },
  { unit: 'month', count: 24, ms: 2 * 365 * dayMs },
  { unit: 'month', count: 60, ms: 5 * 365 * dayMs },
]

const minuteSteps = [1, 5, 10, 15, 30].map((count) => count * 60_000)

/** The first local boundary of the step at or after `from`. */
function firstMark(from: number, step: Step): Date {
  const mark = new Date(from)
  if (step.unit === 'hour') {
    mark.setMinutes(0, 0, 0)
    mark.setHours(Math.floor(mark.getHours() / step.count) * step.count)
  } else {
    mark.setHours(0, 0, 0, 0)
    if (step.unit === 'month') mark.setMonth(Math.floor(mark.getMonth() / step.count) * step.count, 1)
  }
  while (mark.getTime() < from) advance(mark, step)
  return mark
}

function advance(mark: Date, step: Step): void {
  const before = mark.getTime()
  if (step.unit === 'hour') mark.setHours(mark.getHours() + step.count)
  else if (step.unit === 'day') mark.setDate(mark.getDate() + step.count)
  else mark.setMonth(mark.getMonth() + step.count)
  // On a day without midnight the mark is later; the following marks must be at midnight again.
  if (step.unit !== 'hour') mark.setHours(0, 0, 0, 0)
  // If clocks are set back, the mark must still move forward.
  if (mark.getTime() <= before) mark.setTime(before + step.ms)
}

/** The marks of a time axis from `from` to `until`, all in UTC ms, about `maxCount` of them. */
export function timeTicks(from: number, until: number, maxCount: number): number[] {
  const span = until - from
  if (!(span > 0) || maxCount < 1) return []
  const minuteStep = minuteSteps.find((ms) => span / ms <= maxCount)
  if (minuteStep !== undefined) {
    const first = Math.ceil(from / minuteStep) * minuteStep
    return Array.from(
      { length: Math.floor((until - first) / minuteStep) + 1 },
      (_, index) => first + index * minuteStep,
    )
  }
  const step = steps.find(({ ms }) => span / ms <= maxCount) ?? steps.at(-1)
  if (step === undefined) return []
  const marks: number[] = []
  const mark = firstMark(from, step)
  while (mark.getTime() <= until && marks.length < 100) {
    marks.push(mark.getTime())
    advance(mark, step)
  }
  return marks.slice(0, maxCount + 1)
}

/** The format of the marks: the time of day for up to two days, day and month for up to 300 days, month and year up to three years, otherwise the year. */
export function tickFormat(spanMs: number, locale: string | undefined): Intl.DateTimeFormat {
  if (spanMs <= 2 * dayMs) return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  if (spanMs <= 300 * dayMs) return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
  if (spanMs <= 3 * 365 * dayMs) return new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' })
  return new Intl.DateTimeFormat(locale, { year: 'numeric' })
}
