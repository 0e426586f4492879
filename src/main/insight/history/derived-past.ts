import { z } from 'zod'
import { Instant, Money } from '../../../shared/model/values.ts'

/** The past of some accounts as it follows from their rows, before anything is converted. */
export const DerivedPast = z.object({
  /** Whether all rows of all accounts are loaded; else nothing follows. */
  isWhole: z.boolean(),
  /** Whether the rows give what the service states today; else no past worth is known. */
  isCertain: z.boolean(),
  /** The symbols and currencies that differ. */
  inDoubt: z.array(z.string()),
  /** Ascending. `parts`: cash and values by currency; `null` where the value of a held instrument is not known. */
  moments: z.array(z.object({ at: Instant, parts: z.array(Money).nullable(), oldestPriceAt: Instant.nullable() })),
  /** What came in from outside on a UTC day, negative for what left; `at` is the start of the day. */
  flows: z.array(Money.extend({ at: Instant })),
  /** Rows that may be such flows and are not in them: of unknown kind, or pieces of unknown value. */
  notCounted: z.int().min(0),
})
export type DerivedPast = z.infer<typeof DerivedPast>
