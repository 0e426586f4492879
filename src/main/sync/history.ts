import type { Transaction } from '../../shared/model/transaction.ts'
import type { Interval } from '../cache/coverage.ts'
import { AnswerLengths } from './answer-lengths.ts'
import type { SyncContext } from './context.ts'
import { answerLimit, HistoryAsker, type Request } from './history-asker.ts'
import { HistoryPace } from './history-pace.ts'
import { epoch, floorOf, planHistory, rereadingKinds, type HistoryStanding, type HistoryTask } from './history-plan.ts'
import { ceilSecond, floorSecond, secondMs, subtract } from './intervals.ts'
import { isRefusal } from './refusal.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The service's clock may run ahead of ours. */
const aheadMs = hourMs
/** Read at once, before all that is older. */
const weekMs = 7 * dayMs
/** Rows may appear late, under an older time: this much is read again with what is new. */
const trailingMs = 3 * dayMs
/** … and at least this much, where three days take more requests than a minute has to spare. */
const leastTrailingMs = hourMs
const refusedMs = 10 * 60_000
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
}

/** One for both jobs: what one learns of the service and its accounts serves the other. Throws what the broker throws. */
export function createHistory(context: SyncContext): History {
  const { cache, clock, publish } = context
  const asker = new HistoryAsker(context)
  const lengths = new AnswerLengths(answerLimit, {
    read: () => cache.history.longestAnswer(),
    write: (value) => cache.history.putLongestAnswer(value),
  })
  const paces = new Map<string, HistoryPace>()
  /** From where on `readRecent` keeps an account up to date; absent until it did so once. */
  const recentFrom = new Map<string, number>()
  const trailingDueAt = new Map<string, number>()
  const probed = new Set<string>()
  /** Accounts that the service refuses are left alone until then: the others go on. */
  const refusedUntil = new Map<string, number>()

  function paceOf(accountId: string, what: 'recent' | 'history' | 'rereading'): HistoryPace {
    const key = `${what} ${accountId}`
    const pace = paces.get(key) ?? new HistoryPace()
    paces.set(key, pace)
    return pace
  }

  /** Rows and, in the same transaction, that their interval is whole (null: not known to be). */
  async function keep(accountId: string, rows: readonly Transaction[], whole: Interval | null): Promise<void> {
    const { inserted, updated } = await cache.transactions.store(accountId, rows, clock.now(), whole)
    if (inserted + updated > 0) publish('transactions.changed', { accountId })
  }

  /** Asks for everything at once: no answer of an account is longer than this one, so it tells where the service cuts. */
  async function probe(accountId: string, request: Request): Promise<void> {
    probed.add(accountId)
    const interval = { from: epoch, to: ceilSecond(clock.now()) + aheadMs }
    if (asker.narrow(interval).from !== interval.from) return
    const answer = await asker.ask(accountId, interval, request)
    if (answer === null) return
    const { rows, received } = answer
    await keep(accountId, rows, null)
    lengths.note(accountId, interval, answer)
    // Rows that are here and did not come: the answer was cut, perhaps shorter than others once were.
    if (received > 0 && received < cache.transactions.count(accountId)) lengths.lower(received)
    if (!lengths.isWhole(received)) paceOf(accountId, 'history').noteCut(interval, timesIn(interval, rows), received)
  }

  /** One request for the newest part of a stretch; where the part is settled it begins, or null when to ask again for less. */
  async function readPart(
    accountId: string,
    stretch: Interval,
    pace: HistoryPace,
    request: Request,
    task?: HistoryTask,
  ): Promise<number | null> {
    const isLikelyEmpty = task?.kind === 'beginning' || (task?.kind === 'hole' && task.isBeforeOpening)
    const part = pace.choose(asker.narrow(stretch), lengths.capacity, isLikelyEmpty)
    const answer = await asker.ask(accountId, part, request)
    if (answer === null) return null
    const { rows, received } = answer
    const times = timesIn(part, rows)
    lengths.note(accountId, part, answer)
    if (!lengths.isWhole(received) && !lengths.isCap && !probed.has(accountId)) {
      await keep(accountId, rows, null)
      await probe(accountId, request)
    }
    const isSecond = part.to - part.from <= secondMs
    if (lengths.isWhole(received) || (task?.kind === 'gap' && lengths.isLikelyWhole(received))) {
      // What is ahead of now is not known to be whole: more may be booked there.
      await keep(accountId, rows, { from: part.from, to: Math.min(part.to, floorSecond(clock.now())) })
      pace.noteWhole(part, times)
      return part.from
    }
    await keep(accountId, rows, null)
    pace.noteCut(part, times, lengths.capacity)
    if (!isSecond) return null
    if (part.to <= clock.now()) cache.history.putGap(accountId, { ...part, received, readAt: clock.now() })
    return part.from
  }

  async function readRecent(accountId: string, request: Request): Promise<void> {
    const now = floorSecond(clock.now())
    const gaps = cache.history.gaps(accountId)
    const [, ...left] = subtract({ from: now - weekMs, to: Infinity }, [...cache.coverage.list(accountId), ...gaps])
    const tip = cache.coverage.list(accountId).at(-1)?.to ?? 0
    const isTrailingDue = request.purpose === 'person' || now >= (trailingDueAt.get(accountId) ?? 0)
    const trailed = Math.min(now, tip) - (isTrailingDue ? trailingMs : leastTrailingMs)
    const from = Math.max(now - weekMs, Math.min(trailed, left.at(-1)?.from ?? Infinity))
    let requests = 0
    for (const stretch of subtract({ from, to: now + aheadMs }, gaps)) {
      for (let to = stretch.to; to > stretch.from; requests++)
        to = (await readPart(accountId, { from: stretch.from, to }, paceOf(accountId, 'recent'), request)) ?? to
    }
    if (isTrailingDue) trailingDueAt.set(accountId, now + (requests - 1) * trailingPauseMs)
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
      isWrongGap: ({ received }) => received < lengths.longest || lengths.isLikelyWhole(received),
    }
  }

  async function carryOut(accountId: string, task: HistoryTask, standing: HistoryStanding, request: Request) {
    const { stretch } = task
    if (task.kind === 'rereading') {
      const { days } = task.rereading
      // The service may cut shorter than it once did: once a day is soon enough to notice.
      if (task.rereading.reachedAt === null) await probe(accountId, request)
      const isLeft = stretch.from < stretch.to
      const reachedAt = isLeft ? await readPart(accountId, stretch, paceOf(accountId, 'rereading'), request) : null
      if (isLeft)
        return cache.history.putRereading(accountId, { ...task.rereading, reachedAt: reachedAt ?? stretch.to })
      const everyMs = rereadingKinds.find((kind) => kind.days === days)?.everyMs ?? dayMs
      return cache.history.putRereading(accountId, { days, dueAt: clock.now() + everyMs, reachedAt: null })
    }
    const reached = await readPart(accountId, stretch, paceOf(accountId, 'history'), request, task)
    if (task.kind === 'gap' && reached !== null && cache.coverage.list(accountId).some(holds(stretch)))
      cache.history.removeGap(accountId, stretch.from)
    if (task.kind === 'beginning' && reached !== null && cache.history.oldestDay(accountId) === standing.oldestDay)
      settleBeginning(accountId, standing)
    publish('coverage.changed', { accountId })
  }

  function settleBeginning(accountId: string, { oldestDay, opensAt }: HistoryStanding): void {
    cache.history.putBeginning(accountId, Math.min(oldestDay ?? clock.now(), opensAt ?? clock.now()))
    for (const { days, everyMs } of rereadingKinds)
      cache.history.putRereading(accountId, { days, dueAt: clock.now() + everyMs, reachedAt: null })
  }

  async function readFurther(accountIds: readonly string[], request: Request): Promise<'more' | 'nothing' | 'waiting'> {
    const now = clock.now()
    let next: { accountId: string; task: HistoryTask; standing: HistoryStanding } | null = null
    for (const accountId of accountIds) {
      const until = recentFrom.get(accountId)
      if (until === undefined || now < (refusedUntil.get(accountId) ?? 0)) continue
      const standing = standingOf(accountId)
      const task = planHistory(standing, floorOf(standing, now, asker.isNarrow), until, now)
      if (task !== null && (next === null || isBefore(task, next.task))) next = { accountId, task, standing }
    }
    if (next === null) return accountIds.every((id) => recentFrom.has(id)) ? 'nothing' : 'waiting'
    try {
      await carryOut(next.accountId, next.task, next.standing, request)
      return 'more'
    } catch (error) {
      if (isRefusal(error)) refusedUntil.set(next.accountId, now + refusedMs)
      throw error
    }
  }

  return { readRecent, readFurther }
}

const timesIn = ({ from, to }: Interval, rows: readonly Transaction[]): number[] =>
  rows.flatMap(({ at }) => (from <= at && at < to ? [at] : []))

const holds =
  ({ from, to }: Interval) =>
  (other: Interval): boolean =>
    other.from <= from && to <= other.to

/** Holes come before all else, the newest first. */
const isBefore = (a: HistoryTask, b: HistoryTask): boolean =>
  (a.kind === 'hole') === (b.kind === 'hole') ? a.stretch.to > b.stretch.to : a.kind === 'hole'
