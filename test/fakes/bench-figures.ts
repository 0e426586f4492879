import { z } from 'zod'

/** A line of the benches that hold the app against the same work bare: times, or one value twice. */
export const Timed = z.strictObject({
  ...{ name: z.string(), p50: z.number(), p99: z.number(), unit: z.string() },
  ...{ bareP50: z.number().nullable(), bareP99: z.number().nullable() },
})
