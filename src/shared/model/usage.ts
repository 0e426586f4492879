import { z } from 'zod'
import { Instant } from './values.ts'

/** One of the service's own quotas. `null` is "not stated, or not a number". */
export const Quota = z.object({
  name: z.string(),
  limit: z.int().nullable(),
  remaining: z.int().nullable(),
  resetAt: Instant.nullable(),
})
export type Quota = z.infer<typeof Quota>

/** All of them as they were read last. */
export const ReadQuotas = z.object({ rows: z.array(Quota), fetchedAt: Instant.nullable() })
export type ReadQuotas = z.infer<typeof ReadQuotas>

/** When prices are asked for next, by the plan as it stands. */
export const QuoteForecast = z.object({
  /** How many instruments this is about. */
  symbols: z.int(),
  /** Of the first request that refreshes one of them; in the past while it is on its way, null where none is planned. */
  nextAt: Instant.nullable(),
})
export type QuoteForecast = z.infer<typeof QuoteForecast>

/** Who may go first when requests are scarce: a person's cancel, a person, what is on screen, what is held, all else. */
export const Purpose = z.enum(['cancel', 'person', 'visible', 'held', 'background'])
export type Purpose = z.infer<typeof Purpose>

/** What the request budget looks like now. */
export const BudgetSnapshot = z.object({
  /** Requests allowed in any 60 s: 200, or what the service was seen to allow. */
  limit: z.int(),
  /** What the service documents; `limit` is less while it refuses more, as when other programs use the same token. */
  fullLimit: z.int(),
  /** Slots taken: sent in the last minute, in flight, or not yet surely out of the service's window. */
  used: z.int(),
  usedBy: z.record(Purpose, z.int()),
  /** Requests sent in the last 60 s, by endpoint, most first. */
  endpoints: z.array(z.object({ endpoint: z.string(), count: z.int() })),
  waiting: z.record(Purpose, z.int()),
  /** When the next slot comes free; null while one is free now. */
  nextFreeAt: Instant.nullable(),
})
export type BudgetSnapshot = z.infer<typeof BudgetSnapshot>

/** The budget, and whether less of it is used than there is. */
export const BudgetReading = BudgetSnapshot.extend({
  /** The computer runs on battery: what nobody waits for is asked more seldom. */
  isSavingPower: z.boolean(),
})
export type BudgetReading = z.infer<typeof BudgetReading>
