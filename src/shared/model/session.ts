import { z } from 'zod'
import { AccountId, Instant } from './values.ts'

/** A market data permission of the token, for a market, country or continent; any of the three may be empty. */
export const MarketDataPermission = z.object({
  /** As sent, for example QUOTE_LEVEL_DEPTH_OF_MARKET. */
  quoteLevel: z.string(),
  /** By how many minutes the data is delayed. */
  delayMinutes: z.int(),
  mic: z.string(),
  country: z.string(),
  continent: z.string(),
  isWorldwide: z.boolean(),
})
export type MarketDataPermission = z.infer<typeof MarketDataPermission>

/** The accounts, permissions and lifetime of a token. */
export const SessionDetails = z.object({
  createdAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  permissions: z.array(MarketDataPermission),
  accountIds: z.array(AccountId),
  isReadOnly: z.boolean(),
})
export type SessionDetails = z.infer<typeof SessionDetails>
