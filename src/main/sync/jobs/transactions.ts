import { readAccountIds } from '../account-ids.ts'
import type { SyncContext } from '../context.ts'
import { mayTrade } from '../followed.ts'
import { purposeOf, type Job, type JobRun } from '../job.ts'
import { noteMalformed } from '../set-aside.ts'
import { settleAll } from '../settle-all.ts'
import { readNewestFirst, type AnswerLengths } from '../split-interval.ts'
import { unreadSince } from '../unread-since.ts'

const limit = 1_000
const dayMs = 86_400_000
const firstStretchMs = 30 * dayMs
/** Rows may appear late, under an older time: this much is read again each time. */
const trailingMs = 3 * dayMs
/** The service's clock may run ahead of ours. */
const aheadMs = 3_600_000

/** Reads what was booked lately: a month at first, then from three days before the last reading, or where one broke off. */
export function createTransactionsJob(context: SyncContext): Job {
  const { broker, cache, attention, clock, publish } = context
  const lengths: AnswerLengths = { longest: 0 }

  async function readAccount(accountId: string, run: JobRun): Promise<void> {
    const purpose = purposeOf(run, attention.isWatched ? 'held' : 'background')
    const now = clock.now()
    const start = now - firstStretchMs
    const covered = cache.coverage.list(accountId)
    const from = Math.max(start, Math.min(now, unreadSince(covered, start)) - trailingMs)
    const wholeSecond = Math.floor(from / 1_000) * 1_000
    const ask = async (interval: { from: number; to: number }) => {
      const answer = await broker.call(
        'listTransactions',
        { accountId, ...interval, limit },
        { purpose, signal: run.signal },
      )
      noteMalformed(context, 'listTransactions', answer)
      return answer
    }
    let changed = covered.length === 0
    const whole = { from: wholeSecond, to: now + aheadMs }
    for await (const { interval, rows, isWhole } of readNewestFirst(whole, limit, ask, lengths)) {
      // What is ahead of now is not known to be whole: more may be booked there.
      const known = { from: interval.from, to: isWhole ? Math.min(interval.to, now) : interval.from }
      const { inserted, updated } = cache.transactions.store(accountId, rows, clock.now(), known)
      changed ||= inserted + updated > 0
    }
    if (changed) publish('transactions.changed', { accountId })
  }

  return {
    name: 'transactions',
    title: 'Recent transactions',
    async run(run) {
      const ids = await readAccountIds(context, run.signal)
      await settleAll(ids.map((accountId) => readAccount(accountId, run)))
    },
    nextDelayMs: () => (mayTrade(context.readFollowed()) ? 60_000 : 15 * 60_000),
  }
}
