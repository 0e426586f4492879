import { z } from 'zod'
import { AccountId, Instant } from './values.ts'

/** What market data the token may see, and how late. Any of the places may be empty. */
export const MarketDataPermission = z.object({
  /** QUOTE_LEVEL_DEPTH_OF_MARKET … as sent. */
  quoteLevel: z.string(),
  delayMinutes: z.int(),
  mic: z.string(),
  country: z.string(),
  continent: z.string(),
  isWorldwide: z.boolean(),
})
export type MarketDataPermission = z.infer<typeof MarketDataPermission>

/** What a token is good for. */
export const SessionDetails = z.object({
  createdAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  permissions: z.array(MarketDataPermission),
  accountIds: z.array(AccountId),
  isReadOnly: z.boolean(),
})
export type SessionDetails = z.infer<typeof SessionDetails>
