import { z } from 'zod'
import { Instant } from '../values.ts'

/** One quota of the service. `null` means that the service did not report it, or that the value was not a number. */
export const Quota = z.object({
  name: z.string(),
  limit: z.int().nullable(),
  remaining: z.int().nullable(),
  resetAt: Instant.nullable(),
})
export type Quota = z.infer<typeof Quota>

/** All quotas as of the last read. */
export const ReadQuotas = z.object({ rows: z.array(Quota), fetchedAt: Instant.nullable() })
export type ReadQuotas = z.infer<typeof ReadQuotas>

/** When prices are requested next, according to the current plan. */
export const QuoteForecast = z.object({
  /** The number of covered instruments. */
  symbols: z.int(),
  /** When the next of these requests is planned; in the past while it is in progress, `null` if none is planned. */
  nextAt: Instant.nullable(),
})
export type QuoteForecast = z.infer<typeof QuoteForecast>

/** The purpose of a request, in the order of priority: a cancel, an action of the user, shown data, held instruments, everything else. */
export const Purpose = z.enum(['cancel', 'user', 'visible', 'held', 'background'])
export type Purpose = z.infer<typeof Purpose>

/** The current state of the request budget. */
export const BudgetSnapshot = z.object({
  /** Requests allowed in any 60 s: 200, or fewer if the service was observed to refuse more. */
  limit: z.int(),
  /** The documented limit. `limit` is lower while the service refuses more, for example when other programs use the same token. */
  fullLimit: z.int(),
  /** The number of used requests: sent in the last minute, in flight, or possibly still counted by the service. */
  used: z.int(),
  usedBy: z.record(Purpose, z.int()),
  /** Requests sent in the last 60 s, by endpoint, largest count first. */
  endpoints: z.array(z.object({ endpoint: z.string(), count: z.int() })),
  waiting: z.record(Purpose, z.int()),
  /** When the next request can be sent; `null` if one can be sent now. */
  nextFreeAt: Instant.nullable(),
})
export type BudgetSnapshot = z.infer<typeof BudgetSnapshot>

/** The budget, and whether Tidemark saves power. */
export const BudgetReading = BudgetSnapshot.extend({
  /** The computer runs on battery, so background requests are sent less often. */
  isSavingPower: z.boolean(),
})
export type BudgetReading = z.infer<typeof BudgetReading>
