import { z } from 'zod'

/** A line of a bench that compares the app with a bare implementation: two percentiles of a duration, or one value in both fields. */
export const Timed = z.strictObject({
  ...{ name: z.string(), p50: z.number(), p99: z.number(), unit: z.string() },
  ...{ bareP50: z.number().nullable(), bareP99: z.number().nullable() },
})
