import { z } from 'zod'

/** The rows of a response as the cache stores them, and the number of rows that could not be decoded. */
export interface KeptRows<T> {
  readonly rows: readonly T[]
  readonly leftOut: number
}

/** The schema of stored rows. Earlier versions stored only the list, without `leftOut`. */
export const keptRows = <T>(row: z.ZodType<T>): z.ZodType<KeptRows<T>> =>
  z.union([
    z.object({ rows: z.array(row), leftOut: z.int() }),
    z.array(row).transform((rows) => ({ rows, leftOut: 0 })),
  ])
