import { z } from 'zod'
import { AccountId, Instant } from '../values.ts'

/** A market data permission of the token, for a market, country or continent; any of the three may be empty. */
export const MarketDataPermission = z.object({
  /** As sent, for example QUOTE_LEVEL_DEPTH_OF_MARKET. */
  quoteLevel: z.string(),
  /** The delay of the data in minutes. */
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

/** The state of the keychain of this computer, with a message and a remedy for the user. */
export const KeychainState = z.object({
  kind: z.enum(['ready', 'unknown', 'no-library', 'no-service', 'locked', 'empty', 'timed-out', 'failed']),
  message: z.string(),
  /** What the user can do; empty if the keychain is ready or its state is unknown. */
  remedy: z.string(),
})
export type KeychainState = z.infer<typeof KeychainState>

/** A separate set of data: the demo, or a connection to a service. */
export const Profile = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  kind: z.enum(['demo', 'service']),
  /** `null` for the demo, whose port changes with each start. */
  baseUrl: z.string().nullable(),
})
export type Profile = z.infer<typeof Profile>

/** The state of the connection. All texts such as "live" or "offline" on screen are derived from it. */
export const ConnectionState = z.object({
  profile: Profile,
  phase: z.enum(['starting', 'live', 'offline', 'untrusted', 'refused', 'signed-out', 'trouble', 'paused']),
  /** When this phase began. */
  since: Instant,
  /** When the pause ends automatically; `null` if it does not, or there is no pause. */
  pausedUntil: Instant.nullable(),
  /** When the service last sent a successful response. */
  lastResponseAt: Instant.nullable(),
  /** In a phase of failure: what happened and what to do. */
  message: z.string().nullable(),
  /**
   * Why no session is opened now, the number of failures in a row, and the time of the next attempt; `null` if sessions can
   * be opened.
   */
  hold: z.object({ reason: z.enum(['secret-refused', 'no-keychain']), times: z.int(), nextTryAt: Instant }).nullable(),
  /** Where the secret is stored. The secret itself is never included. */
  secretPlace: z.enum(['keychain', 'memory', 'nowhere', 'demo']),
  session: SessionDetails.nullable(),
  /** The number of followed instruments by market state, and when the next market opens. */
  market: z.object({ open: z.int(), closed: z.int(), unknown: z.int(), nextOpenAt: Instant.nullable() }),
})
export type ConnectionState = z.infer<typeof ConnectionState>
