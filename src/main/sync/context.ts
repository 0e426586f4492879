import type { Payload, Topic } from '../../shared/contract/contract.ts'
import type { BudgetSnapshot } from '../../shared/model/app/usage.ts'
import type { Broker } from '../broker/client.ts'
import type { Cache } from '../cache/cache.ts'
import type { Clock } from '../time/clock.ts'
import type { Journal } from '../journal/journal.ts'
import type { Attention } from './interest/attention.ts'
import { type Followed, mayTrade, opensInMs } from './interest/followed.ts'
import { hourMs } from '../../shared/durations.ts'

/** The power supply of the computer. */
export interface Power {
  /** The computer runs on battery: background work is slower. */
  readonly isSaving: boolean
}

/** The dependencies of the jobs of one profile. */
export interface SyncContext {
  readonly broker: Broker
  readonly cache: Cache
  readonly journal: Journal
  readonly attention: Attention
  readonly clock: Clock
  /** When the profile was opened, UTC ms. It determines the minute of the hour for the hourly requests. */
  readonly openedAt: number
  readonly power: Power
  /** Reads the instruments that are on screen, held or watched, with the state of their markets. */
  readFollowed(): Followed[]
  /** Reads how many requests of the current minute are used. */
  readBudget(): BudgetSnapshot
  publish<T extends Topic>(topic: T, ...payload: Payload<T> extends void ? [] : [Payload<T>]): void
}

type Surroundings = Pick<SyncContext, 'readFollowed' | 'clock' | 'openedAt'> & {
  readonly attention: Pick<SyncContext['attention'], 'isWindowVisible'>
}

const heartbeatMs = hourMs

/** Whether no window is visible and no market is open: then all remaining requests are sent together once an hour. */
export const isQuiet = ({ attention, readFollowed }: Pick<Surroundings, 'attention' | 'readFollowed'>): boolean =>
  !attention.isWindowVisible && !mayTrade(readFollowed())

/** The first heartbeat at least half an hour after `from`, UTC ms. Heartbeats are full hours after the profile was opened. */
export function nextHeartbeat(from: number, openedAt: number): number {
  const sinceHeartbeat = (((from - openedAt + heartbeatMs / 2) % heartbeatMs) + heartbeatMs) % heartbeatMs
  return from + heartbeatMs / 2 + (sinceHeartbeat === 0 ? 0 : heartbeatMs - sinceHeartbeat)
}

/** Milliseconds until a quiet job should run again: at the next heartbeat, or when a market opens. */
export function quietDelayMs({ readFollowed, clock, openedAt }: Surroundings): number {
  const now = clock.now()
  return Math.min(nextHeartbeat(now, openedAt) - now, opensInMs(readFollowed(), now))
}
