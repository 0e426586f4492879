import { dayMs, hourMs, secondMs, minuteMs } from '#shared/durations.ts'
import type { Interval } from '../../cache/history/coverage.ts'
import type { MissingRow } from '../../cache/history/missing-rows.ts'
import type { Clock } from '../../time/clock.ts'
import type { SyncContext } from '../context.ts'
import { isRefusal } from '../scheduler/job.ts'
import { CapCheck } from './cap-check.ts'
import { DifferenceSearch, type FigureDifference } from './difference-search.ts'
import { IntervalReader } from './interval-reader.ts'
import { allDays, floorOf, planHistory, rereadingPeriods, type AccountHistory, type HistoryTask } from './plan.ts'
import type { ReadOptions } from './request.ts'
import { Rereader } from './rereader.ts'
import { HistoryResponses, rowsOnly } from './responses.ts'
import { aheadMs, floorSecond, subtract } from './sizing/intervals.ts'
import { maxMissing } from './withdrawal-rules.ts'

/** The pause for an account that the service refuses. */
const refusedPauseMs = 2 * minuteMs
/** An account whose request failed is read after the others for this time. */
const troubledMs = minuteMs

/** The accounts whose last request failed. They must not block the others. */
class AccountTroubles {
  readonly #clock: Clock
  /** Monotonic ms. */
  readonly #refusedUntil = new Map<string, number>()
  readonly #troubledUntil = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(accountId: string, error: unknown): void {
    const now = this.#clock.monotonic()
    this.#troubledUntil.set(accountId, now + troubledMs)
    if (isRefusal(error)) this.#refusedUntil.set(accountId, now + refusedPauseMs)
  }

  /** Whether the account is not to be read now. */
  isRefused(accountId: string): boolean {
    return this.#clock.monotonic() < (this.#refusedUntil.get(accountId) ?? -Infinity)
  }

  /** Whether the other accounts are to be read first. */
  isTroubled(accountId: string): boolean {
    return this.#clock.monotonic() < (this.#troubledUntil.get(accountId) ?? -Infinity)
  }
}

/** These days are read first, before all older ones. */
const recentMs = 7 * dayMs
/** Rows may be booked late under an older time. So this interval is read again together with new rows. */
const trailingMs = 3 * dayMs
/** The minimum interval that is read again, if three days take too many requests. */
const minTrailingMs = hourMs
/** Each request for the trailing interval delays its next reading by this time. */
const trailingPauseMs = 15 * secondMs

interface PlannedTask {
  readonly accountId: string
  readonly task: HistoryTask
  readonly history: AccountHistory
}

/**
 * Reads the transactions of a profile's accounts, and stores them with the intervals that are known to be complete.
 * Both jobs use the same object, because they share knowledge about the service and its accounts. Throws the
 * errors of the broker.
 */
export class HistorySync {
  readonly #context: SyncContext
  readonly #responses: HistoryResponses
  readonly #capCheck: CapCheck
  readonly #reader: IntervalReader
  readonly #rereader: Rereader
  readonly #search: DifferenceSearch
  /** The time (UTC ms) from which `readRecent` keeps an account up to date; absent before its first success. */
  readonly #recentFrom = new Map<string, number>()
  /** Monotonic ms. */
  readonly #trailingDueAt = new Map<string, number>()
  readonly #troubles: AccountTroubles

  constructor(context: SyncContext) {
    this.#context = context
    this.#troubles = new AccountTroubles(context.clock)
    this.#responses = new HistoryResponses(context)
    this.#capCheck = new CapCheck(context, this.#responses)
    this.#reader = new IntervalReader(context, this.#responses, this.#capCheck)
    this.#rereader = new Rereader(context, this.#reader, this.#capCheck)
    this.#search = new DifferenceSearch(context, this.#rereader)
  }

  /** Reads new rows, and rows that may have been booked late. The first time it reads the last week. */
  async readRecent(accountId: string, options: ReadOptions): Promise<void> {
    const { cache, clock, publish } = this.#context
    const now = floorSecond(clock.now())
    const isTrailingDue =
      options.purpose === 'user' || clock.monotonic() >= (this.#trailingDueAt.get(accountId) ?? -Infinity)
    const from = this.#recentStart(accountId, now, isTrailingDue ? trailingMs : minTrailingMs)
    let requests = 0
    for (const interval of subtract({ from, to: now + aheadMs }, cache.history.gaps(accountId))) {
      for (let to = interval.to; to > interval.from; requests++)
        to = (await this.#reader.readPart(accountId, { from: interval.from, to }, 'recent', options)) ?? to
    }
    if (isTrailingDue) this.#trailingDueAt.set(accountId, clock.monotonic() + (requests - 1) * trailingPauseMs)
    this.#recentFrom.set(accountId, from)
    publish('coverage.changed', { accountId })
  }

  /**
   * Reads one step further back, for the account whose unread interval is the newest. Returns `waiting` if no work is
   * possible before the recent rows of an account are stored.
   */
  async readFurther(accountIds: readonly string[], options: ReadOptions): Promise<'more' | 'nothing' | 'waiting'> {
    if (await this.#withdraw(accountIds, options)) return 'more'
    const next = this.#plan(accountIds)
    if (next === null) {
      if (!accountIds.every((accountId) => this.#recentFrom.has(accountId))) return 'waiting'
      if (!this.#responses.proof.isPending) return 'nothing'
      await this.#rereader.checkCap(options)
      return 'more'
    }
    try {
      await this.#carryOut(next, options)
      return 'more'
    } catch (error) {
      this.#troubles.note(next.accountId, error)
      throw error
    } finally {
      // Rows that counted as complete may be incomplete.
      if (this.#responses.truncationSide.takeBroken()) this.#rereader.requestNow(accountIds, allDays)
    }
  }

  /** Makes `readFurther` read the last month again, because the user asked. */
  rereadLastMonth(accountIds: readonly string[]): void {
    this.#rereader.requestNow(accountIds, rereadingPeriods[0].days)
  }

  /** Makes `readFurther` search for rows that explain differences between figures and rows. Call regularly. */
  searchBehind(accountIds: readonly string[], differences: readonly FigureDifference[]): void {
    this.#search.note(accountIds, differences)
  }

  /** Withdraws rows of an account that enough responses lack; returns whether there were any. */
  async #withdraw(accountIds: readonly string[], options: ReadOptions): Promise<boolean> {
    const { withdrawals } = this.#responses
    const accountId = accountIds.find((id) => !this.#troubles.isTroubled(id) && withdrawals.ready(id).length > 0)
    if (accountId === undefined) return false
    try {
      await this.#withdrawUnlessSent(accountId, options)
    } catch (error) {
      this.#troubles.note(accountId, error)
      throw error
    }
    return true
  }

  async #withdrawUnlessSent(accountId: string, options: ReadOptions): Promise<void> {
    const { withdrawals, cap } = this.#responses
    const ready = withdrawals.ready(accountId)
    if (ready.some(({ isOfMany }) => isOfMany) && this.#context.cache.transactions.count(accountId) > maxMissing)
      await this.#capCheck.readWhole(accountId, options)
    // The whole history lacks too many.
    if (withdrawals.ready(accountId).length === 0) return
    const contradicted = await this.#findSent(accountId, ready, options)
    if (contradicted === null) return withdrawals.withdraw(accountId)
    withdrawals.forget(accountId)
    if (contradicted.received > 0 && contradicted.received < cap.longest) cap.lower(contradicted.received)
  }

  /**
   * Requests the seconds of some of these rows: truncated responses lack rows that a response for their second alone has. Returns
   * the first row that is sent; null if none is.
   */
  async #findSent(accountId: string, rows: readonly MissingRow[], options: ReadOptions): Promise<MissingRow | null> {
    const sample = new Set([rows.at(0), rows.at(Math.floor(rows.length / 2)), rows.at(-1)])
    for (const row of sample) {
      if (row === undefined) continue
      const second = { from: floorSecond(row.at), to: floorSecond(row.at) + secondMs }
      const response = await this.#responses.request(accountId, second, options)
      if (response === null) continue
      await this.#responses.store(accountId, response, rowsOnly)
      if (response.rows.some(({ id }) => id === row.id)) return row
    }
    return null
  }

  /** The end of the covered interval minus the trailing interval, but not before the last week. UTC ms. */
  #recentStart(accountId: string, now: number, trailing: number): number {
    const { cache } = this.#context
    const covered = cache.coverage.list(accountId)
    const weekAgo = now - recentMs
    const [, ...unread] = subtract({ from: weekAgo, to: Infinity }, [...covered, ...cache.history.gaps(accountId)])
    const coveredUntil = covered.at(-1)?.to ?? 0
    return Math.max(weekAgo, Math.min(Math.min(now, coveredUntil) - trailing, unread.at(-1)?.from ?? Infinity))
  }

  /** The first task of all accounts whose recent rows are stored. */
  #plan(accountIds: readonly string[]): PlannedTask | null {
    const now = floorSecond(this.#context.clock.now())
    let next: PlannedTask | null = null
    for (const accountId of accountIds) {
      const until = this.#recentFrom.get(accountId)
      if (until === undefined || this.#troubles.isRefused(accountId)) continue
      const history = this.#historyOf(accountId)
      const task = planHistory(history, this.#floor(history), Math.min(until, now), now)
      if (task === null) continue
      const planned = { accountId, task, history }
      if (next === null || this.#comesBefore(planned, next)) next = planned
    }
    return next
  }

  #comesBefore(a: PlannedTask, b: PlannedTask): boolean {
    const isTroubled = this.#troubles.isTroubled(a.accountId)
    const isOtherTroubled = this.#troubles.isTroubled(b.accountId)
    return isTroubled === isOtherTroubled ? comesBefore(a.task, b.task) : isOtherTroubled
  }

  #historyOf(accountId: string): AccountHistory {
    const { accounts, coverage, history } = this.#context.cache
    const account = accounts.get(accountId)?.account
    const dates = [account?.openedAt, account?.firstTradeAt, account?.firstNonTradeAt].filter((at) => at != null)
    return {
      covered: coverage.list(accountId),
      gaps: history.gaps(accountId),
      rereadings: history.rereadings(accountId),
      missingIn: this.#responses.withdrawals.nextInterval(accountId),
      beginsAt: history.beginning(accountId),
      oldestDay: history.oldestDay(accountId),
      opensAt: dates.length === 0 ? null : Math.min(...dates),
      isWrongGap: ({ from, to, received }) =>
        !this.#responses.isTruncated({ interval: { from, to }, rows: [], received }, { isRestStored: true }),
    }
  }

  #floor(history: AccountHistory): number {
    const { earliest, isNarrow } = this.#responses.requester
    return Math.max(earliest, floorOf(history, this.#context.clock.now(), isNarrow))
  }

  async #carryOut({ accountId, task, history }: PlannedTask, options: ReadOptions): Promise<void> {
    if (task.kind === 'rereading') return this.#rereader.read(accountId, task, history, options)
    const { cache, publish } = this.#context
    const { kind, interval } = task
    if (kind === 'confirmation') {
      const reachedAt = await this.#reader.readPart(accountId, interval, 'rereading', options, task)
      return this.#responses.withdrawals.noteRead(accountId, interval, reachedAt)
    }
    const isSettled = (await this.#reader.readPart(accountId, interval, 'history', options, task)) !== null
    if (kind === 'gap' && isSettled && this.#isClosed(accountId, interval))
      cache.history.removeGap(accountId, interval.from)
    if (kind === 'beginning' && isSettled && cache.history.oldestDay(accountId) === history.oldestDay)
      this.#settleBeginning(accountId, history)
    publish('coverage.changed', { accountId })
  }

  /** Whether a known gap is completely covered now, or divided into smaller gaps. */
  #isClosed(accountId: string, gap: Interval): boolean {
    const { cache } = this.#context
    const gaps = cache.history.gaps(accountId)
    const smaller = gaps.filter(({ from, to }) => from !== gap.from || to !== gap.to)
    return smaller.length < gaps.length && subtract(gap, [...cache.coverage.list(accountId), ...smaller]).length === 0
  }

  /** Stores that there are no rows before the oldest one. The whole history is read, so re-readings start. */
  #settleBeginning(accountId: string, { oldestDay, opensAt }: AccountHistory): void {
    const { cache, clock } = this.#context
    cache.history.putBeginning(accountId, Math.min(oldestDay ?? clock.now(), opensAt ?? clock.now()))
    this.#rereader.scheduleMissing(accountId)
  }
}

/** Whether task `a` comes first: unread intervals first, then the newest. */
const comesBefore = (a: HistoryTask, b: HistoryTask): boolean =>
  (a.kind === 'unread') === (b.kind === 'unread') ? a.interval.to > b.interval.to : a.kind === 'unread'
