import { z } from 'zod'
import { Decimal, Instant, Money } from '../../../shared/model/values.ts'

/** The past as the thread sends it: see `insight/history/derived-past.ts`. */
export const DerivedPast = z.object({
  isWhole: z.boolean(),
  isCertain: z.boolean(),
  inDoubt: z.array(z.string()),
  moments: z.array(z.object({ at: Instant, parts: z.array(Money).nullable(), oldestPriceAt: Instant.nullable() })),
  flows: z.array(Money.extend({ at: Instant })),
  notCounted: z.int().min(0),
  rateTrades: z.array(z.object({ symbol: z.string(), at: Instant, price: Decimal })),
})
