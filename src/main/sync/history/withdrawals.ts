import { hourMs, minuteMs } from '../../../shared/durations.ts'
import { m } from '../../../shared/messages/messages.js'
import type { Interval } from '../../cache/history/coverage.ts'
import type { MissingRow } from '../../cache/history/missing-rows.ts'
import { unpack } from '../../threads/packed-rows.ts'
import type { SyncContext } from '../context.ts'
import type { HistoryResponse } from './request.ts'
import { applyWithdrawn, noteReturned } from './withdrawn-rows.ts'

/** More missing rows of one response than this, or more than one in a hundred of its interval, are many. */
const maxFew = 3
const minStoredForOne = 100
/** A service that lacks more rows than this has a fault: nothing is withdrawn. */
const maxMissing = 1_000

/** The number of complete responses that must lack a row, and the time between two that count. */
const rules = {
  few: { readings: 2, pauseMs: minuteMs },
  many: { readings: 3, pauseMs: hourMs },
} as const
const ruleOf = ({ isOfMany }: Pick<MissingRow, 'isOfMany'>) => rules[isOfMany ? 'many' : 'few']

/** Finds the rows that the service has withdrawn: those that its complete responses no longer contain. */
export class Withdrawals {
  readonly #context: SyncContext

  constructor(context: SyncContext) {
    this.#context = context
  }

  /** Call before a response is stored: a withdrawn row that it contains is no longer withdrawn. */
  noteSent(accountId: string, { content, rows }: HistoryResponse): void {
    const withdrawn = this.#context.journal.withdrawn.idsOf(accountId)
    if (withdrawn.size === 0 || !rows.some(({ id }) => withdrawn.has(id))) return
    noteReturned(
      this.#context,
      accountId,
      unpack(content).filter(({ id }) => withdrawn.has(id)),
    )
  }

  /**
   * Call when a response is stored. `whole`: the past interval all of whose rows it contains; null if it proves nothing about
   * other rows. `setAside`: the number of its rows that are not stored.
   */
  noteStored(accountId: string, response: HistoryResponse, whole: Interval | null, setAside: number): void {
    const {
      cache: { missing },
      clock,
    } = this.#context
    const { rows, lost } = response
    if (!missing.isEmpty()) missing.remove(accountId, sentIds(response))
    // A row without an id may be any row.
    if (whole === null || !(whole.from < whole.to) || lost.some(({ id }) => id === null)) return
    const stored = missing.storedIn(accountId, whole)
    const sent = sentIds(response)
    const inside = new Set(rows.filter(({ at }) => at >= whole.from && at < whole.to).map(({ id }) => id))
    if (stored <= inside.size - setAside) return
    const { requestedAt, received } = response
    // A row whose reading lies ahead was read before the clock was set back.
    const readIn = { from: requestedAt, to: clock.now() + 1 }
    const found = missing.lacking(accountId, whole, { sent, readIn, limit: maxMissing })
    if (found === null || found.length === 0) return
    const isOfMany = found.length > maxFew || found.length * minStoredForOne > stored
    const known = new Map(missing.list(accountId).map((row) => [row.id, row]))
    missing.put(
      accountId,
      found.flatMap(({ id }) => counted(known.get(id), { id, interval: whole, isOfMany, requestedAt, received }) ?? []),
    )
  }

  /** An interval to read again, because rows were missing in it; null if none is due. */
  nextInterval(accountId: string): Interval | null {
    const { cache, clock } = this.#context
    if (cache.missing.isEmpty()) return null
    const now = clock.now()
    return cache.missing.list(accountId).find((row) => isDue(row, now))?.interval ?? null
  }

  /**
   * Call after such an interval was requested; `reachedAt`: the start of the part that was read, or null if none was. Rows about
   * which the response said nothing are due again, with the rest of the interval.
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
      left.map((row) => ({ ...row, interval: rest, dueAt: now + minuteMs })),
    )
  }

  /** The rows that enough complete responses lack. A row of a time that is not covered any more is unknown, not missing. */
  ready(accountId: string): MissingRow[] {
    const { missing, coverage } = this.#context.cache
    if (missing.isEmpty()) return []
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
const isDue = ({ dueAt }: MissingRow, now: number): boolean => dueAt <= now || dueAt > now + rules.many.pauseMs

const sentIds = ({ rows, lost }: HistoryResponse): ReadonlySet<string> =>
  new Set([...rows, ...lost].flatMap(({ id }) => id ?? []))

/** What is known of a row after one more response without it; null if this response comes too early to count. */
function counted(
  known: MissingRow | undefined,
  found: Pick<MissingRow, 'id' | 'interval' | 'isOfMany' | 'received'> & { readonly requestedAt: number },
): Omit<MissingRow, 'at'> | null {
  const { id, interval, requestedAt, received } = found
  const isOfMany = found.isOfMany || (known?.isOfMany ?? false)
  const { pauseMs } = rules[isOfMany ? 'many' : 'few']
  const next = { id, isOfMany, countedAt: requestedAt, received, dueAt: requestedAt + pauseMs }
  // A time ahead means that the clock was set back: the row is counted from the start.
  if (known === undefined || known.countedAt > requestedAt)
    return { ...next, interval, since: requestedAt, readings: 1 }
  const isEarly = isOfMany && requestedAt - known.countedAt < pauseMs
  if (isEarly) return isOfMany === known.isOfMany ? null : { ...known, isOfMany, dueAt: known.countedAt + pauseMs }
  return { ...next, interval: known.interval, since: known.since, readings: known.readings + 1 }
}
