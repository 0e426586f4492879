import type { Transaction } from '../../shared/model/transaction.ts'
import type { Interval } from '../cache/coverage.ts'
import { AnswerLengths } from './answer-lengths.ts'
import type { SyncContext } from './context.ts'
import { answerLimit, HistoryAsker, type Request } from './history-asker.ts'
import { HistoryPace } from './history-pace.ts'
import { epoch, floorOf, type HistoryStanding, type HistoryTask } from './history-plan.ts'
import { aheadMs, ceilSecond, floorSecond, secondMs } from './intervals.ts'

/** The regimes in which an account is read: each has a pace of its own. */
type Regime = 'recent' | 'history' | 'rereading'

/** Reads one part of an account's history at a time and keeps it. One for all accounts of a service. Throws what the broker throws. */
export function createHistoryReader(context: SyncContext) {
  const { cache, clock, publish } = context
  const asker = new HistoryAsker(context)
  const lengths = new AnswerLengths(answerLimit, {
    read: () => cache.history.longestAnswer(),
    write: (value) => cache.history.putLongestAnswer(value),
  })
  const paces = new Map<string, HistoryPace>()
  const probed = new Set<string>()

  function paceOf(accountId: string, regime: Regime): HistoryPace {
    const key = `${regime} ${accountId}`
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
    const interval = { from: Math.max(epoch, asker.earliest), to: ceilSecond(clock.now()) + aheadMs }
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
    regime: Regime,
    request: Request,
    task?: HistoryTask,
  ): Promise<number | null> {
    const pace = paceOf(accountId, regime)
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

  return {
    probe,
    readPart,
    /** How far back to go, in UTC ms. */
    floor: (standing: HistoryStanding): number =>
      Math.max(asker.earliest, floorOf(standing, clock.now(), asker.isNarrow)),
    /** Whether a second with so many rows is no longer thought to hold more than one answer carries. */
    isWrongGap: (received: number): boolean => received < lengths.longest || lengths.isLikelyWhole(received),
  }
}

const timesIn = ({ from, to }: Interval, rows: readonly Transaction[]): number[] =>
  rows.flatMap(({ at }) => (from <= at && at < to ? [at] : []))
