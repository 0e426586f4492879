import type { Payload, Topic } from '#shared/contract/contract.ts'
import type { BudgetSnapshot } from '#shared/model/app/usage.ts'
import type { Broker } from '../broker/broker.ts'
import type { Cache } from '../cache/cache.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock } from '../time/clock.ts'
import type { Attention } from './interest/attention.ts'
import type { Followed } from './interest/followed.ts'

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
