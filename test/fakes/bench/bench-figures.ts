import { z } from 'zod'

/** A line of the benches that compare the app with a bare implementation: two percentiles of a time, or one value given twice. */
export const Timed = z.strictObject({
  ...{ name: z.string(), p50: z.number(), p99: z.number(), unit: z.string() },
  ...{ bareP50: z.number().nullable(), bareP99: z.number().nullable() },
})
