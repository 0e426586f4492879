import { hourMs } from '#shared/durations.ts'
import type { SyncContext } from './context.ts'
import { mayTrade, opensInMs } from './interest/followed.ts'

type Surroundings = Pick<SyncContext, 'readFollowed'> & {
  readonly attention: Pick<SyncContext['attention'], 'isWindowVisible'>
  readonly cache: { readonly accounts: Pick<SyncContext['cache']['accounts'], 'isEmpty'> }
}

const heartbeatMs = hourMs

/**
 * Whether no window is visible and no market is open: then all remaining requests are sent together once an hour. Until the
 * first account is read it is unknown which markets count.
 */
export const isQuiet = ({ attention, readFollowed, cache }: Surroundings): boolean =>
  !attention.isWindowVisible && !mayTrade(readFollowed()) && !cache.accounts.isEmpty()

/** The first heartbeat at least half an hour after `from`, UTC ms. Heartbeats are full hours after the profile was opened. */
export function nextHeartbeat(from: number, openedAt: number): number {
  const sinceHeartbeat = (((from - openedAt + heartbeatMs / 2) % heartbeatMs) + heartbeatMs) % heartbeatMs
  return from + heartbeatMs / 2 + (sinceHeartbeat === 0 ? 0 : heartbeatMs - sinceHeartbeat)
}

/** Milliseconds until a quiet job should run again: at the next heartbeat, or when a market opens. */
export function quietDelayMs({
  readFollowed,
  clock,
  openedAt,
}: Pick<SyncContext, 'readFollowed' | 'clock' | 'openedAt'>): number {
  const now = clock.now()
  return Math.min(nextHeartbeat(now, openedAt) - now, opensInMs(readFollowed(), now))
}
