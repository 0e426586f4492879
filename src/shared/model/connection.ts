import { z } from 'zod'
import { SessionDetails } from './session.ts'
import { Instant } from './values.ts'

/** How the keychain of this computer stands, in words with a remedy. */
export const KeychainState = z.object({
  kind: z.enum(['ready', 'no-library', 'no-service', 'locked', 'timed-out', 'failed']),
  message: z.string(),
  /** What the person can do; empty when ready. */
  remedy: z.string(),
})
export type KeychainState = z.infer<typeof KeychainState>

/** A set of data with the service it came from: the demo, or a connection. */
export const Profile = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  kind: z.enum(['demo', 'service']),
  /** Null for the demo: its port changes with each start. */
  baseUrl: z.string().nullable(),
})
export type Profile = z.infer<typeof Profile>

/** Where the connection stands. Everything on screen that says "live" or "offline" says it from this. */
export const ConnectionState = z.object({
  profile: Profile,
  phase: z.enum(['starting', 'live', 'offline', 'signed-out', 'trouble', 'paused']),
  /** When this phase began. */
  since: Instant,
  /** When a pause ends by itself; `null` when it does not, or there is none. */
  pausedUntil: Instant.nullable(),
  /** When the service last answered as it should. */
  lastAnswerAt: Instant.nullable(),
  /** In trouble: what happened and what to do. */
  message: z.string().nullable(),
  /** Where the secret is kept; never the secret. */
  secretKeptIn: z.enum(['keychain', 'memory', 'nowhere', 'demo']),
  session: SessionDetails.nullable(),
  /** Of the instruments followed: how many trade now, and when the next one opens. */
  market: z.object({ open: z.int(), closed: z.int(), unknown: z.int(), nextOpenAt: Instant.nullable() }),
})
export type ConnectionState = z.infer<typeof ConnectionState>
