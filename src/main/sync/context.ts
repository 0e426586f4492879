import type { Payload, Topic } from '../../shared/contract/contract.ts'
import type { BudgetSnapshot } from '../../shared/model/usage.ts'
import type { Broker } from '../broker/client.ts'
import type { Cache } from '../cache/cache.ts'
import type { Clock } from '../time/clock.ts'
import type { Journal } from '../journal/journal.ts'
import type { Attention } from './interest/attention.ts'
import type { Followed } from './interest/followed.ts'

/** How the computer is fed. */
export interface Power {
  /** On battery: background work goes on more slowly. */
  readonly isSaving: boolean
}

/** What the jobs of one profile work with. */
export interface SyncContext {
  readonly broker: Broker
  readonly cache: Cache
  readonly journal: Journal
  readonly attention: Attention
  readonly clock: Clock
  /** When the profile was opened, UTC ms: each has its own minute of the hour. */
  readonly openedAt: number
  readonly power: Power
  /** What is on screen, held or watched, with its market's state. */
  readFollowed(): Followed[]
  /** What is used of the minute's requests. */
  readBudget(): BudgetSnapshot
  publish<T extends Topic>(topic: T, ...payload: Payload<T> extends void ? [] : [Payload<T>]): void
}
