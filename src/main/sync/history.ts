import type { Interval } from '../cache/coverage.ts'
import type { SyncContext } from './context.ts'
import type { Request } from './history-asker.ts'
import {
  allDays,
  planHistory,
  rereadingKinds,
  rereadingPauseMs,
  type HistoryStanding,
  type HistoryTask,
} from './history-plan.ts'
import { createHistoryReader } from './history-reader.ts'
import { aheadMs, floorSecond, subtract } from './intervals.ts'
import { isRefusal } from './refusal.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Read at once, before all that is older. */
const weekMs = 7 * dayMs
/** Rows may appear late, under an older time: this much is read again with what is new. */
const trailingMs = 3 * dayMs
/** … and at least this much, where three days take more requests than a minute has to spare. */
const leastTrailingMs = hourMs
/** An account that the service refuses is left alone for this long. */
const refusedMs = 2 * 60_000
/** Each request for the trailing stretch puts the next reading of it off by this. */
const trailingPauseMs = 15_000

/** Reads the transactions of a profile's accounts, and keeps them with what is known to be whole. */
export interface History {
  /** Reads what is new, and what may have come late; the first time, the last week. */
  readRecent(accountId: string, request: Request): Promise<void>
  /**
   * One step further back, for the account that has the newest to catch up on. `waiting`: all there is to do comes after an
   * account's recent rows, which are not here yet.
   */
  readFurther(accountIds: readonly string[], request: Request): Promise<'more' | 'nothing' | 'waiting'>
  /** Has the last month read again soon, in the background: somebody wants to know. */
  readAgain(accountIds: readonly string[]): void
}

/** One for both jobs: what one learns of the service and its accounts serves the other. Throws what the broker throws. */
export function createHistory(context: SyncContext): History {
  const { cache, clock, publish } = context
  const reader = createHistoryReader(context)
  /** From where on `readRecent` keeps an account up to date; absent until it did so once. */
  const recentFrom = new Map<string, number>()
  const trailingDueAt = new Map<string, number>()
  let checkedAt = -Infinity
  /** Requests of each re-reading so far. */
  const taken = new Map<string, number>()
  /** Accounts that the service refuses are left alone until then: the others go on. */
  const refusedUntil = new Map<string, number>()

  async function readRecent(accountId: string, request: Request): Promise<void> {
    const now = floorSecond(clock.now())
    const gaps = cache.history.gaps(accountId)
    const [, ...left] = subtract({ from: now - weekMs, to: Infinity }, [...cache.coverage.list(accountId), ...gaps])
    const tip = cache.coverage.list(accountId).at(-1)?.to ?? 0
    const isTrailingDue =
      request.purpose === 'person' || clock.monotonic() >= (trailingDueAt.get(accountId) ?? -Infinity)
    const trailed = Math.min(now, tip) - (isTrailingDue ? trailingMs : leastTrailingMs)
    const from = Math.max(now - weekMs, Math.min(trailed, left.at(-1)?.from ?? Infinity))
    let requests = 0
    for (const stretch of subtract({ from, to: now + aheadMs }, gaps)) {
      for (let to = stretch.to; to > stretch.from; requests++)
        to = (await reader.readPart(accountId, { from: stretch.from, to }, 'recent', request)) ?? to
    }
    if (isTrailingDue) trailingDueAt.set(accountId, clock.monotonic() + (requests - 1) * trailingPauseMs)
    recentFrom.set(accountId, from)
    publish('coverage.changed', { accountId })
  }

  const standingOf = (accountId: string): HistoryStanding => {
    const account = cache.accounts.get(accountId)?.account
    const dates = [account?.openedAt, account?.firstTradeAt, account?.firstNonTradeAt].filter((at) => at != null)
    return {
      covered: cache.coverage.list(accountId),
      gaps: cache.history.gaps(accountId),
      rereadings: cache.history.rereadings(accountId),
      beginsAt: cache.history.beginning(accountId),
      oldestDay: cache.history.oldestDay(accountId),
      opensAt: dates.length === 0 ? null : Math.min(...dates),
      isWrongGap: ({ received }) => reader.isWrongGap(received),
    }
  }

  async function carryOut(accountId: string, task: HistoryTask, standing: HistoryStanding, request: Request) {
    const { stretch } = task
    if (task.kind === 'rereading') return rereading(accountId, task, standing, request)
    const reached = await reader.readPart(accountId, stretch, 'history', request, task)
    if (task.kind === 'gap' && reached !== null && isClosed(accountId, stretch))
      cache.history.removeGap(accountId, stretch.from)
    if (task.kind === 'beginning' && reached !== null && cache.history.oldestDay(accountId) === standing.oldestDay)
      settleBeginning(accountId, standing)
    publish('coverage.changed', { accountId })
  }

  /** Whether all of a known gap is here by now, or what is not has gaps of its own. */
  function isClosed(accountId: string, gap: Interval): boolean {
    const gaps = cache.history.gaps(accountId)
    const others = gaps.filter(({ from, to }) => from !== gap.from || to !== gap.to)
    return others.length < gaps.length && subtract(gap, [...cache.coverage.list(accountId), ...others]).length === 0
  }

  type RereadingTask = Extract<HistoryTask, { kind: 'rereading' }>

  async function rereading(accountId: string, task: RereadingTask, standing: HistoryStanding, request: Request) {
    const { stretch, isBeforeOpening, rereading: one } = task
    const key = `${one.days} ${accountId}`
    if (one.reachedAt === null) {
      taken.set(key, 0)
      // It begins with all that the shorter ones would read.
      for (const { days } of rereadingKinds) if (days < one.days) putOff(accountId, days)
      // The service may cut shorter than it once did: once a day is soon enough to notice.
      if (clock.monotonic() - checkedAt >= dayMs) await checkCap(request)
    }
    if (stretch.from < stretch.to) {
      taken.set(key, (taken.get(key) ?? 0) + 1)
      const reachedAt = (await reader.readPart(accountId, stretch, 'rereading', request, task)) ?? stretch.to
      const oldestDay = cache.history.oldestDay(accountId)
      if (isBeforeOpening && oldestDay !== null && oldestDay < (standing.beginsAt ?? -Infinity))
        cache.history.putBeginning(accountId, oldestDay)
      return cache.history.putRereading(accountId, { days: one.days, dueAt: one.dueAt, reachedAt })
    }
    // All but what lies before the beginning is read: that comes next.
    if (one.days === allDays && !isBeforeOpening && standing.beginsAt !== null && stretch.from <= standing.beginsAt)
      return cache.history.putRereading(accountId, { ...one, reachedAt: Math.min(stretch.from, standing.beginsAt) })
    return putOff(accountId, one.days)
  }

  async function checkCap(request: Request): Promise<void> {
    await reader.checkCap(request)
    checkedAt = clock.monotonic()
  }

  function putOff(accountId: string, days: number): void {
    const dueAt = clock.now() + rereadingPauseMs(days, taken.get(`${days} ${accountId}`) ?? 0)
    cache.history.putRereading(accountId, { days, dueAt, reachedAt: null })
  }

  function settleBeginning(accountId: string, { oldestDay, opensAt }: HistoryStanding): void {
    cache.history.putBeginning(accountId, Math.min(oldestDay ?? clock.now(), opensAt ?? clock.now()))
    const known = cache.history.rereadings(accountId)
    for (const { days } of rereadingKinds) if (!known.some((one) => one.days === days)) putOff(accountId, days)
  }

  function makeDue(accountIds: readonly string[], days: number): void {
    for (const accountId of accountIds)
      if (cache.history.rereadings(accountId).find((one) => one.days === days)?.reachedAt == null)
        cache.history.putRereading(accountId, { days, dueAt: floorSecond(clock.now()), reachedAt: null })
  }

  async function readFurther(accountIds: readonly string[], request: Request): Promise<'more' | 'nothing' | 'waiting'> {
    const now = floorSecond(clock.now())
    let next: { accountId: string; task: HistoryTask; standing: HistoryStanding } | null = null
    for (const accountId of accountIds) {
      const until = recentFrom.get(accountId)
      if (until === undefined || clock.monotonic() < (refusedUntil.get(accountId) ?? -Infinity)) continue
      const standing = standingOf(accountId)
      const task = planHistory(standing, reader.floor(standing), Math.min(until, now), now)
      if (task !== null && (next === null || isBefore(task, next.task))) next = { accountId, task, standing }
    }
    if (next === null) {
      if (!accountIds.every((id) => recentFrom.has(id))) return 'waiting'
      if (!reader.isUnproven()) return 'nothing'
      await checkCap(request)
      return 'more'
    }
    try {
      await carryOut(next.accountId, next.task, next.standing, request)
      return 'more'
    } catch (error) {
      if (isRefusal(error)) refusedUntil.set(next.accountId, clock.monotonic() + refusedMs)
      throw error
    } finally {
      if (reader.takeDoubt()) makeDue(accountIds, allDays)
    }
  }

  return { readRecent, readFurther, readAgain: (accountIds) => makeDue(accountIds, rereadingKinds[0].days) }
}

/** Holes come before all else, the newest first. */
const isBefore = (a: HistoryTask, b: HistoryTask): boolean =>
  (a.kind === 'hole') === (b.kind === 'hole') ? a.stretch.to > b.stretch.to : a.kind === 'hole'
