import { minuteMs } from '#shared/durations.ts'

const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const ages = [
  { age: minuteMs, bucketMs: minuteMs },
  { age: dayMs, bucketMs: hourMs },
  { age: 31 * dayMs, bucketMs: dayMs },
] as const

/** From `from` up to `before` (UTC ms), one point per interval of `bucketMs` is kept. */
interface ThinningStep {
  readonly from: number
  readonly before: number
  readonly bucketMs: number
}

/** One point a minute for a day, one an hour for a month, one a day after that. Only complete intervals are thinned. */
export function thinningSteps(now: number): readonly ThinningStep[] {
  const steps = ages.map(({ age, bucketMs }) => ({ before: Math.floor((now - age) / bucketMs) * bucketMs, bucketMs }))
  return steps.map((step, index) => ({ ...step, from: steps[index + 1]?.before ?? Number.MIN_SAFE_INTEGER }))
}

/**
 * The longest time between two points after `from` that is not a gap. If points are further apart, nothing was recorded between
 * them.
 */
export function maxPointDistanceMs(from: number, now: number): number {
  const coarsest = ages.findLast(({ age }) => now - from > age + hourMs)
  return Math.max(45 * minuteMs, 2 * (coarsest?.bucketMs ?? minuteMs))
}
