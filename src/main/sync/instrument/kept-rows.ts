import { z } from 'zod'

/** The rows of a reading as the cache keeps them, and how many more could not be read. */
export interface KeptRows<T> {
  readonly rows: readonly T[]
  readonly leftOut: number
}

/** The schema of kept rows; readings from before any were left out are the list alone. */
export const keptRows = <T>(row: z.ZodType<T>): z.ZodType<KeptRows<T>> =>
  z.union([
    z.object({ rows: z.array(row), leftOut: z.int() }),
    z.array(row).transform((rows) => ({ rows, leftOut: 0 })),
  ])
