import { dayMs } from '#shared/durations.ts'
import type { SyncContext } from '../context.ts'
import type { CapCheck } from './cap-check.ts'
import type { IntervalReader } from './interval-reader.ts'
import { allDays, rereadingPauseMs, rereadingPeriods, type AccountHistory, type HistoryTask } from './plan.ts'
import type { ReadOptions } from './request.ts'
import { floorSecond } from './sizing/intervals.ts'

type RereadingTask = Extract<HistoryTask, { kind: 'rereading' }>

/** The time between two checks whether the service truncates at a lower cap. */
const capCheckPauseMs = dayMs

/**
 * Reads covered periods again, for rows that were booked late or changed, and schedules the next time. The progress is
 * stored, so that it continues after a restart. Throws the errors of the broker.
 */
export class Rereader {
  readonly #context: SyncContext
  readonly #reader: IntervalReader
  readonly #capCheck: CapCheck
  /** Requests of each current re-reading, by period and account. */
  readonly #requestCounts = new Map<string, number>()
  /** Monotonic ms. */
  #capCheckedAt = -Infinity

  constructor(context: SyncContext, reader: IntervalReader, capCheck: CapCheck) {
    this.#context = context
    this.#reader = reader
    this.#capCheck = capCheck
  }

  /** Reads the newest part of the task's interval. An empty interval ends the re-reading, or starts its last part. */
  async read(accountId: string, task: RereadingTask, history: AccountHistory, options: ReadOptions): Promise<void> {
    const { interval, isBeforeOpening, rereading } = task
    const state = this.#context.cache.history
    if (rereading.reachedAt === null) await this.#start(accountId, rereading.days, options)
    if (interval.from < interval.to) {
      this.#countRequest(accountId, rereading.days)
      const reachedAt = (await this.#reader.readPart(accountId, interval, 'rereading', options, task)) ?? interval.to
      const oldestDay = state.oldestDay(accountId)
      if (isBeforeOpening && oldestDay !== null && oldestDay < (history.beginsAt ?? -Infinity))
        state.putBeginning(accountId, oldestDay)
      return state.putRereading(accountId, { ...rereading, reachedAt })
    }
    // All time since the beginning is read. The time before the beginning is last.
    const { beginsAt } = history
    if (rereading.days === allDays && !isBeforeOpening && beginsAt !== null && interval.from <= beginsAt)
      return state.putRereading(accountId, { ...rereading, reachedAt: Math.min(interval.from, beginsAt) })
    return this.#schedule(accountId, rereading.days)
  }

  /** Schedules the periods that an account does not have yet. Call it when its whole history is read. */
  scheduleMissing(accountId: string): void {
    const known = this.#context.cache.history.rereadings(accountId)
    for (const { days } of rereadingPeriods)
      if (!known.some((rereading) => rereading.days === days)) this.#schedule(accountId, days)
  }

  /** Makes a period of these accounts due now, unless it is being read. */
  requestNow(accountIds: readonly string[], days: number): void {
    const { cache, clock } = this.#context
    for (const accountId of accountIds)
      if (cache.history.rereadings(accountId).find((rereading) => rereading.days === days)?.reachedAt == null)
        cache.history.putRereading(accountId, { days, dueAt: floorSecond(clock.now()), reachedAt: null })
  }

  async checkCap(options: ReadOptions): Promise<void> {
    await this.#capCheck.check(options)
    this.#capCheckedAt = this.#context.clock.monotonic()
  }

  async #start(accountId: string, days: number, options: ReadOptions): Promise<void> {
    this.#requestCounts.set(keyOf(accountId, days), 0)
    // This re-reading starts with the days of the shorter ones.
    for (const period of rereadingPeriods) if (period.days < days) this.#schedule(accountId, period.days)
    if (this.#context.clock.monotonic() - this.#capCheckedAt >= capCheckPauseMs) await this.checkCap(options)
  }

  #countRequest(accountId: string, days: number): void {
    this.#requestCounts.set(keyOf(accountId, days), this.#requestsOf(accountId, days) + 1)
  }

  #requestsOf(accountId: string, days: number): number {
    return this.#requestCounts.get(keyOf(accountId, days)) ?? 0
  }

  #schedule(accountId: string, days: number): void {
    const { cache, clock } = this.#context
    const dueAt = clock.now() + rereadingPauseMs(days, this.#requestsOf(accountId, days))
    cache.history.putRereading(accountId, { days, dueAt, reachedAt: null })
  }
}

const keyOf = (accountId: string, days: number): string => `${days} ${accountId}`
