import { minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import { oldestRecordsAt } from '#shared/period.ts'
import type { Interval } from '../../cache/history/coverage.ts'
import type { MissingCount } from '../../cache/history/missing-counts.ts'
import type { MissingRow } from '../../cache/history/missing-rows.ts'
import { unpack } from '../../threads/packed-rows.ts'
import type { SyncContext } from '../context.ts'
import type { HistoryResponse } from './request.ts'
import { floorSecond } from './sizing/intervals.ts'
import { areMany, maxMissing, maxPauseMs, ruleOf, storedForFew, wideningPauseMs } from './withdrawal-rules.ts'
import { applyWithdrawn } from './withdrawn-rows.ts'

/** Finds the rows that the service has withdrawn: those that its complete responses no longer contain. */
export class Withdrawals {
  readonly #context: SyncContext

  constructor(context: SyncContext) {
    this.#context = context
  }

  /** Call before a response is stored: a withdrawn row that it contains is no longer withdrawn. */
  noteSent(accountId: string, { content, rows }: HistoryResponse): void {
    const { journal, clock } = this.#context
    const withdrawn = journal.withdrawn.idsOf(accountId)
    if (withdrawn.size === 0 || !rows.some(({ id }) => withdrawn.has(id))) return
    const returned = unpack(content).filter(({ id }) => withdrawn.has(id))
    const at = clock.now()
    journal.withdrawn.noteReturned(accountId, returned, at)
    const count = returned.length
    journal.events.add(at, 'history', () => m.sync_rows_are_sent_again({ count, shown: String(count) }))
  }

  /**
   * Call when a response is stored. `whole`: the past interval all of whose rows it contains; null if it proves nothing about
   * other rows. `setAside`: the number of its rows that are not stored.
   */
  noteStored(accountId: string, response: HistoryResponse, whole: Interval | null, setAside: number): void {
    const {
      cache: { missing, missingCounts },
      journal,
      clock,
    } = this.#context
    const { rows, lost } = response
    if (!missing.isEmpty()) missing.remove(accountId, sentIds(response))
    // A row without an id may be any row of its time.
    const nameless = new Set(lost.flatMap(({ id, at }) => (id === null ? [at] : [])))
    if (whole === null || !(whole.from < whole.to) || nameless.has(null)) return
    const stored = missing.storedIn(accountId, whole)
    const inside = new Set(rows.filter(({ at }) => at >= whole.from && at < whole.to).map(({ id }) => id))
    const lacked = stored - (inside.size - setAside)
    if (lacked <= 0) return this.#putCount(accountId, whole, null)
    const { requestedAt, received } = response
    // A row whose reading lies ahead was read before the clock was set back.
    const readIn = { from: requestedAt, to: clock.now() + 1 }
    const found = missing
      .lacking(accountId, whole, { sent: sentIds(response), readIn, limit: maxMissing })
      ?.filter(({ at }) => !nameless.has(at))
    const known = new Map(missing.list(accountId).map((row) => [row.id, row]))
    this.#putCount(accountId, whole, null)
    const others = missingCounts.list(accountId).reduce((sum, { count }) => sum + count, known.size)
    const isNoted = found?.filter(({ id }) => known.has(id)).length ?? 0
    if (found === undefined || others + found.length - isNoted > maxMissing) {
      const isInside = ({ at }: MissingRow): boolean => at >= whole.from && at < whole.to
      missing.remove(
        accountId,
        [...known.values()].filter(isInside).map(({ id }) => id),
      )
      return this.#putCount(accountId, whole, { count: found?.length ?? lacked, dueAt: requestedAt + maxPauseMs })
    }
    const interval = this.#widen(accountId, whole, stored, found.length)
    const dueAt = interval === whole ? null : requestedAt + wideningPauseMs
    missing.put(
      accountId,
      found.flatMap(({ id }) => {
        const row = known.get(id)
        // A service that sends a row now and then must not move it to and fro.
        const isOfMany =
          areMany(found.length, stored, row?.isOfMany === false) || journal.withdrawn.hasReturned(accountId, id)
        return counted(row, { id, interval, dueAt, isOfMany, requestedAt, received })
      }),
    )
  }

  /** Extends an interval until this number of missing rows is few of its rows; unchanged if the account has too few rows. */
  #widen(accountId: string, whole: Interval, stored: number, missingCount: number): Interval {
    const { missing, transactions } = this.#context.cache
    const needed = storedForFew(missingCount)
    if (needed === null || stored >= needed || transactions.count(accountId) < needed) return whole
    const { to } = whole
    let { from } = whole
    while (from > oldestRecordsAt && missing.storedIn(accountId, { from, to }) < needed)
      from = Math.max(oldestRecordsAt, floorSecond(to - 2 * (to - from)))
    return { from, to }
  }

  #putCount(accountId: string, whole: Interval, found: Pick<MissingCount, 'count' | 'dueAt'> | null): void {
    const { missing, missingCounts } = this.#context.cache
    if (found !== null || !missingCounts.isEmpty()) missingCounts.replace(accountId, whole, found, missing.storedIn)
  }

  /** An interval to read again, because rows were missing in it; null if none is due. */
  nextInterval(accountId: string): Interval | null {
    const { cache, clock } = this.#context
    const now = clock.now()
    const row = cache.missing.isEmpty() ? undefined : cache.missing.list(accountId).find((each) => isDue(each, now))
    if (row !== undefined) return row.interval
    const count = this.#countsOf(accountId).findLast((each) => isDue(each, now))
    return count === undefined ? null : { from: count.from, to: count.to }
  }

  #countsOf(accountId: string): MissingCount[] {
    const { missingCounts } = this.#context.cache
    return missingCounts.isEmpty() ? [] : missingCounts.list(accountId)
  }

  /**
   * Call after such an interval was requested; `reachedAt`: the start of the part that was read, or null if none was. Rows about
   * which the response said nothing, or came too early, are due again; the first with the rest of the interval.
   */
  noteRead(accountId: string, { from, to }: Interval, reachedAt: number | null): void {
    const { cache, clock } = this.#context
    const now = clock.now()
    const rest = { from, to: reachedAt !== null && reachedAt > from ? reachedAt : to }
    const left = cache.missing
      .list(accountId)
      .filter((row) => row.interval.from === from && row.interval.to === to && isDue(row, now))
    cache.missing.put(
      accountId,
      left.map((row) => {
        const countsAt = row.countedAt + ruleOf(row).pauseMs
        return countsAt > now ? { ...row, dueAt: countsAt } : { ...row, interval: rest, dueAt: now + minuteMs }
      }),
    )
    const count = this.#countsOf(accountId).find((each) => each.from === from && each.to === to && isDue(each, now))
    if (count !== undefined) cache.missingCounts.delay(accountId, count, now + minuteMs)
  }

  /**
   * The rows that enough complete responses lack; none while the account lacks too many. A row of a time that is not covered any
   * more is unknown, not missing.
   */
  ready(accountId: string): MissingRow[] {
    const { missing, coverage } = this.#context.cache
    if (missing.isEmpty() || this.#countsOf(accountId).length > 0) return []
    const covered = coverage.list(accountId)
    const isCovered = ({ at }: MissingRow): boolean => covered.some(({ from, to }) => from <= at && at < to)
    const rows = missing.list(accountId)
    const unknown = rows.filter((row) => !isCovered(row))
    if (unknown.length > 0)
      missing.remove(
        accountId,
        unknown.map(({ id }) => id),
      )
    return rows.filter((row) => isCovered(row) && row.readings >= ruleOf(row).readings)
  }

  /** The missing rows of an account are unknown again: a response that was counted was truncated. */
  forget(accountId: string): void {
    const { missing } = this.#context.cache
    missing.remove(
      accountId,
      missing.list(accountId).map(({ id }) => id),
    )
  }

  /** Withdraws the rows that are ready. They are written to the journal first: if the cache keeps them, the next start removes them. */
  async withdraw(accountId: string): Promise<void> {
    const { cache, journal, clock } = this.#context
    const ready = this.ready(accountId)
    const rows = ready.flatMap(({ id, since }) => {
      const row = cache.transactions.stated(accountId, id)
      return row === null ? [] : [{ accountId, transaction: row, since }]
    })
    if (rows.length > 0) journal.withdrawn.put(rows)
    await applyWithdrawn(this.#context)
    cache.missing.remove(
      accountId,
      ready.map(({ id }) => id),
    )
    const count = rows.length
    if (count > 0)
      journal.events.add(clock.now(), 'history', () => m.sync_rows_are_no_longer_sent({ count, shown: String(count) }))
  }
}

/** A time that is further ahead than the longest pause means that the clock was set back. */
const isDue = ({ dueAt }: Pick<MissingRow, 'dueAt'>, now: number): boolean => dueAt <= now || dueAt > now + maxPauseMs

const sentIds = ({ rows, lost }: HistoryResponse): ReadonlySet<string> =>
  new Set([...rows, ...lost].flatMap(({ id }) => id ?? []))

/** A row that a response lacks, and the interval that is to be read at `dueAt` (UTC ms; null: when it may count again). */
interface Lacking extends Pick<MissingRow, 'id' | 'interval' | 'isOfMany' | 'received'> {
  readonly dueAt: number | null
  readonly requestedAt: number
}

/** What is known of a row after one more response without it. A response that comes too early does not count. */
function counted(
  known: MissingRow | undefined,
  { id, interval, isOfMany, requestedAt, received, dueAt }: Lacking,
): Omit<MissingRow, 'at'> {
  const { pauseMs } = ruleOf({ isOfMany })
  const next = { id, isOfMany, countedAt: requestedAt, received, dueAt: requestedAt + pauseMs }
  // A time ahead means that the clock was set back: the row is counted from the start.
  if (known === undefined || known.countedAt > requestedAt)
    return { ...next, interval, since: requestedAt, readings: 1, dueAt: dueAt ?? next.dueAt }
  const isEarly = isOfMany && requestedAt - known.countedAt < pauseMs
  if (!isEarly) return { ...next, interval: known.interval, since: known.since, readings: known.readings + 1 }
  return isOfMany === known.isOfMany ? known : { ...known, isOfMany, dueAt: known.countedAt + pauseMs }
}
