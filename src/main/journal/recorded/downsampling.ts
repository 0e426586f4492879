const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const ages = [
  { age: minuteMs, bucketMs: minuteMs },
  { age: dayMs, bucketMs: hourMs },
  { age: 31 * dayMs, bucketMs: dayMs },
] as const

/** Of what lies from `from` up to `before`, one point in each stretch of `bucketMs` is enough. All in UTC ms. */
interface ThinningStep {
  readonly from: number
  readonly before: number
  readonly bucketMs: number
}

/** Minutes for a day, hours for a month, days for ever. Only whole stretches are thinned. */
export function thinningSteps(now: number): readonly ThinningStep[] {
  const steps = ages.map(({ age, bucketMs }) => ({ before: Math.floor((now - age) / bucketMs) * bucketMs, bucketMs }))
  return steps.map((step, index) => ({ ...step, from: steps[index + 1]?.before ?? Number.MIN_SAFE_INTEGER }))
}

/** How far two points from `from` on may lie apart though somebody looked all the time; further apart nobody did. */
export function longestSilenceMs(from: number, now: number): number {
  const thinnest = ages.findLast(({ age }) => now - from > age + hourMs)
  return Math.max(45 * minuteMs, 2 * (thinnest?.bucketMs ?? minuteMs))
}
