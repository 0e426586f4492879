import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import type { SyncContext } from '../context.ts'
import { rereadingPeriods } from './plan.ts'
import type { Rereader } from './rereader.ts'
import { floorSecond } from './sizing/intervals.ts'

/** A figure of the service that differs from the sum of the rows. */
export interface FigureDifference {
  readonly accountId: string
  /** The symbol or the currency. */
  readonly figure: string
  /** Decimal text. */
  readonly difference: string
}

/** The search for the rows that explain the differences of an account. */
interface Search {
  /** The differences as text. If they change, a new search starts. */
  readonly key: string
  /** Monotonic ms. */
  readonly since: number
  /** The index of the period that is being read, or is read next. */
  period: number
  /** The time (UTC ms) since which this period is due; `null` before. */
  dueAt: number | null
}

/** Differences that disappear within this time are ignored, for example of a trade in progress. */
const settleMs = 2 * minuteMs
/** Each period is read for differences at most once in this time, even if the differences change often. */
const pausesMs: Readonly<Record<number, number>> = { 30: 10 * minuteMs, 365: 2 * hourMs }
const longestPauseMs = dayMs
/**
 * Reading an account with more rows takes a hundred requests or more. Its whole history is first read after the pause.
 */
const largeRows = 100_000

/**
 * A row may be booked late under any time, and the service does not tell which. While the figures of an account differ
 * from its rows, the last month is read again, then the last year, then everything, each once, until the difference is
 * gone. After that only the usual re-readings continue. The whole history is read at most once a day.
 */
export class DifferenceSearch {
  readonly #context: SyncContext
  readonly #rereader: Pick<Rereader, 'requestNow'>
  readonly #searches = new Map<string, Search>()
  /** When a period was last made due (monotonic ms), by period and account. */
  readonly #requestedAt = new Map<string, number>()
  readonly #startedAt: number

  constructor(context: SyncContext, rereader: Pick<Rereader, 'requestNow'>) {
    this.#context = context
    this.#rereader = rereader
    this.#startedAt = context.clock.monotonic()
  }

  /** Call regularly with the current differences of some accounts. */
  note(accountIds: readonly string[], differences: readonly FigureDifference[]): void {
    const byAccount = Map.groupBy(differences, ({ accountId }) => accountId)
    for (const accountId of accountIds) {
      const ofAccount = byAccount.get(accountId) ?? []
      if (ofAccount.length === 0) this.#searches.delete(accountId)
      else
        this.#follow(
          accountId,
          ofAccount
            .map(({ figure, difference }) => `${figure} ${difference}`)
            .sort()
            .join(', '),
        )
    }
  }

  #follow(accountId: string, key: string): void {
    const { clock } = this.#context
    let search = this.#searches.get(accountId)
    if (search?.key !== key) {
      search = { key, since: clock.monotonic(), period: 0, dueAt: null }
      this.#searches.set(accountId, search)
    }
    if (clock.monotonic() - search.since < settleMs) return
    if (search.dueAt !== null && this.#isRead(accountId, search)) {
      search.period++
      search.dueAt = null
    }
    const days = rereadingPeriods[search.period]?.days
    if (days === undefined || search.dueAt !== null || !this.#mayRequest(accountId, days)) return
    search.dueAt = floorSecond(clock.now())
    this.#requestedAt.set(`${days} ${accountId}`, clock.monotonic())
    this.#rereader.requestNow([accountId], days)
  }

  /** Whether the re-reading has ended, also as part of a longer one: then it is scheduled for a later time. */
  #isRead(accountId: string, { period, dueAt }: Search): boolean {
    const days = rereadingPeriods[period]?.days
    const rereading = this.#context.cache.history.rereadings(accountId).find((candidate) => candidate.days === days)
    return rereading?.reachedAt === null && rereading.dueAt > (dueAt ?? Infinity)
  }

  #mayRequest(accountId: string, days: number): boolean {
    const { cache, clock } = this.#context
    const pauseMs = pausesMs[days] ?? longestPauseMs
    const isLarge = pausesMs[days] === undefined && cache.transactions.count(accountId) > largeRows
    const requestedAt = this.#requestedAt.get(`${days} ${accountId}`) ?? (isLarge ? this.#startedAt : -Infinity)
    return clock.monotonic() - requestedAt >= pauseMs
  }
}
