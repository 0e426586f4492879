import type { Outputs } from '../broker/endpoints.ts'
import type { Interval } from '../cache/coverage.ts'
import { AnswerLengths, leastCap } from './answer-lengths.ts'
import { CapWatch } from './cap-watch.ts'
import type { SyncContext } from './context.ts'
import { answerLimit, HistoryAsker, type Request } from './history-asker.ts'
import { epoch } from './history-plan.ts'
import { aheadMs, ceilSecond, floorSecond, subtract } from './intervals.ts'
import { KeptSide, type SeenAnswer } from './kept-side.ts'
import { isRefusal } from './refusal.ts'

/** An answer for an interval. Nothing is kept of it yet. */
export interface Answer extends SeenAnswer, Pick<Outputs['listTransactions'], 'content'> {
  readonly received: number
  readonly isWhole: boolean
}

/** The regimes in which an account is read: answers of each follow on one another. */
export type Regime = 'recent' | 'history' | 'rereading'

/**
 * Asks for intervals of accounts, keeps what comes, and learns from it what the service makes of intervals: where it cuts,
 * and what it leaves out. One for all accounts of a service. Throws what the broker throws.
 */
export function createHistoryAnswers(context: SyncContext) {
  const { cache, clock, publish } = context
  const asker = new HistoryAsker(context)
  const lengths = new AnswerLengths(answerLimit, {
    read: () => cache.history.longestAnswer(),
    write: (value) => tellUncovered(cache.history.putLongestAnswer(value)),
  })
  const kept = new KeptSide()
  const watch = new CapWatch()
  /** Accounts that were answered for. */
  const answered = new Set<string>()
  let isUnproven = !cache.doubts.isEmpty()
  withdrawDisproved()

  function tellUncovered(accountIds: readonly string[]): void {
    for (const accountId of accountIds) publish('coverage.changed', { accountId })
  }

  /** What was kept while the cap was found to be lower, or right before the process ended. */
  function withdrawDisproved(): void {
    if (lengths.isCap) tellUncovered(cache.doubts.withdraw(lengths.longest))
  }

  /** One request; null: the service does not answer for so long an interval. */
  async function ask(accountId: string, interval: Interval, request: Request): Promise<Answer | null> {
    const askedAt = clock.now()
    const answer = await asker.ask(accountId, interval, request, (received) => lengths.isWhole(received))
    if (answer === null) return null
    const { rows, content, received } = answer
    answered.add(accountId)
    lengths.note(accountId, interval, answer)
    cache.doubts.prove(received, askedAt)
    if (received >= lengths.longest) {
      isUnproven = false
      watch.noteLongest()
    }
    kept.note({ interval, rows })
    return { interval, rows, content, received, isWhole: lengths.isWhole(received) }
  }

  /** Whether more of an interval is new than the minutes since it was read last. */
  function isNews(accountId: string, interval: Interval): boolean {
    const left = subtract(interval, cache.coverage.list(accountId))
    return left.some(({ from, to }) => to < interval.to || to - from > aheadMs)
  }

  /**
   * Rows and, in the same transaction, that an interval is whole (null: none is known to be). `isTrusted`: it would be
   * wherever the service cuts; else it is whole for its answer's length only.
   */
  async function keep(accountId: string, answer: Answer, whole: Interval | null, isTrusted = false): Promise<void> {
    const { content, received } = answer
    // What is ahead of now is not known to be whole: more may be booked there.
    const past = whole === null ? null : { from: whole.from, to: Math.min(whole.to, floorSecond(clock.now())) }
    const isDoubtful = past !== null && !isTrusted && received > 0
    if (isDoubtful && isNews(accountId, past)) isUnproven = true
    const interval = isDoubtful ? { ...past, received } : past
    const { inserted, updated } = await cache.transactions.store(accountId, content, clock.now(), interval)
    if (isDoubtful && received >= lengths.longest) withdrawDisproved()
    if (inserted + updated > 0) publish('transactions.changed', { accountId })
  }

  /** Asks for everything at once: no answer of an account is longer than this one, so it tells where the service cuts. */
  async function probe(accountId: string, request: Request): Promise<Answer | null> {
    const interval = { from: Math.max(epoch, asker.earliest), to: ceilSecond(clock.now()) + aheadMs }
    if (asker.narrow(interval).from !== interval.from) return null
    const answer = await ask(accountId, interval, request)
    if (answer === null) return null
    await keep(accountId, answer, null)
    // Rows that are here and did not come: the answer was cut, perhaps shorter than others once were.
    const { received, rows } = answer
    if (received > 0 && rows.length < cache.transactions.count(accountId)) lengths.lower(received)
    return answer
  }

  /** Whether the service still sends as long answers as it did; if not, what was read whole since then no longer counts so. */
  async function checkCap(request: Request): Promise<void> {
    const count = (accountId: string): number => cache.transactions.count(accountId)
    const [largest] = [...answered].sort((a, b) => count(b) - count(a))
    try {
      if (largest !== undefined) await probe(largest, request)
    } catch (error) {
      if (largest === undefined || !isRefusal(error)) throw error
      answered.delete(largest)
      return
    }
    isUnproven = false
  }

  return {
    asker,
    lengths,
    kept,
    ask,
    keep,
    probe,
    checkCap,
    /** Whether parts of the history count as whole for the length of their answers only, and no longer answer came since. */
    isUnproven: (): boolean => isUnproven,
    /** Learns of an answer that was kept as whole, and has the cap checked where it looks suspicious. */
    async review(regime: Regime, accountId: string, answer: Answer, request: Request): Promise<void> {
      const isLacking = cache.history.rowsOnDays(accountId, answer.interval) > answer.received
      // The last days of a quiet account have as many rows each time.
      const subject = regime === 'recent' && answer.received < leastCap ? null : `${regime} ${accountId}`
      const isSuspect = watch.isSuspect(subject, answer.received, isLacking)
      if (!isSuspect && !(regime === 'history' && watch.mayHaveRisen())) return
      const before = lengths.longest
      await checkCap(request)
      if (isSuspect) watch.settle(lengths.longest < before)
      else watch.noteLongest()
    },
  }
}
