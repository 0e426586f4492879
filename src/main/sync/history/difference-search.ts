import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts'
import type { SyncContext } from '../context.ts'
import { rereadingPeriods } from './plan.ts'
import type { Rereader } from './rereader.ts'
import { floorSecond } from './sizing/intervals.ts'

/** A figure of the service that the rows do not give. */
export interface FigureDifference {
  readonly accountId: string
  /** The symbol or the currency. */
  readonly figure: string
  /** Decimal text. */
  readonly difference: string
}

/** The search for the rows behind the differences of an account. */
interface Search {
  /** The differences as text: other ones begin a new search. */
  readonly key: string
  /** Monotonic ms. */
  readonly since: number
  /** The index of the period that is read, or is to be read next. */
  period: number
  /** Since when (UTC ms) that period is due; `null` before. */
  dueAt: number | null
}

/** A trade that is in progress differs for a moment. */
const settleMs = 2 * minuteMs
/** Each period is read for differences at most once in this time, however often these change. */
const pausesMs: Readonly<Record<number, number>> = { 30: 10 * minuteMs, 365: 2 * hourMs }
const longestPauseMs = dayMs
/** An account with more rows than this takes a hundred requests and more: its whole history waits for its first pause. */
const largeRows = 100_000

/**
 * A row may be booked today under any time, and nothing says which. While the figures of an account differ from its rows, the
 * last month is read again, then the last year, then everything, each once, until the difference is gone. After that it waits
 * for the usual re-readings. The cost: the whole history at most once a day.
 */
export class DifferenceSearch {
  readonly #context: SyncContext
  readonly #rereader: Pick<Rereader, 'requestNow'>
  readonly #searches = new Map<string, Search>()
  /** Monotonic ms of the last time a period was made due, by period and account. */
  readonly #askedAt = new Map<string, number>()
  readonly #startedAt: number

  constructor(context: SyncContext, rereader: Pick<Rereader, 'requestNow'>) {
    this.#context = context
    this.#rereader = rereader
    this.#startedAt = context.clock.monotonic()
  }

  /** Call from time to time with what differs now. */
  note(accountIds: readonly string[], differences: readonly FigureDifference[]): void {
    const byAccount = Map.groupBy(differences, ({ accountId }) => accountId)
    for (const accountId of accountIds) {
      const own = byAccount.get(accountId) ?? []
      if (own.length === 0) this.#searches.delete(accountId)
      else
        this.#follow(
          accountId,
          own
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
    if (days === undefined || search.dueAt !== null || !this.#mayAsk(accountId, days)) return
    search.dueAt = floorSecond(clock.now())
    this.#askedAt.set(`${days} ${accountId}`, clock.monotonic())
    this.#rereader.requestNow([accountId], days)
  }

  /** The re-reading has ended, or a longer one includes it: it is scheduled for a later time. */
  #isRead(accountId: string, { period, dueAt }: Search): boolean {
    const days = rereadingPeriods[period]?.days
    const rereading = this.#context.cache.history.rereadings(accountId).find((each) => each.days === days)
    return rereading?.reachedAt === null && rereading.dueAt > (dueAt ?? Infinity)
  }

  #mayAsk(accountId: string, days: number): boolean {
    const { cache, clock } = this.#context
    const pauseMs = pausesMs[days] ?? longestPauseMs
    const isLarge = pausesMs[days] === undefined && cache.transactions.count(accountId) > largeRows
    const askedAt = this.#askedAt.get(`${days} ${accountId}`) ?? (isLarge ? this.#startedAt : -Infinity)
    return clock.monotonic() - askedAt >= pauseMs
  }
}
