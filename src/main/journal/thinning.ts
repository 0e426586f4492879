const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Of what lies before `before`, one point in each stretch of `bucketMs` is enough. Both in UTC ms. */
interface ThinningStep {
  readonly before: number
  readonly bucketMs: number
}

/** Minutes for a day, hours for a month, days for ever. Only whole stretches are thinned. */
export const thinningSteps = (now: number): readonly ThinningStep[] =>
  [
    { age: minuteMs, bucketMs: minuteMs },
    { age: dayMs, bucketMs: hourMs },
    { age: 31 * dayMs, bucketMs: dayMs },
  ].map(({ age, bucketMs }) => ({ before: Math.floor((now - age) / bucketMs) * bucketMs, bucketMs }))
