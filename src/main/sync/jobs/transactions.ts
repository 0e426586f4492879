import { readAccountIds } from '../account-ids.ts'
import type { SyncContext } from '../context.ts'
import { mayTrade, opensInMs } from '../followed.ts'
import type { History } from '../history.ts'
import { purposeOf, type Job } from '../job.ts'
import { isQuiet, quietDelayMs } from '../quiet.ts'
import { settleAll } from '../settle-all.ts'

const openMs = 60_000
const closedMs = 15 * 60_000
/** The same while nobody looks. */
const openHiddenMs = 5 * 60_000
const savingMs = 15 * 60_000

/** Reads what was booked lately in each account: this week at first, then what is new and what may have come late. */
export function createTransactionsJob(context: SyncContext, history: History): Job {
  return {
    name: 'transactions',
    title: 'Recent transactions',
    async run(run) {
      const ids = await readAccountIds(context, run.signal)
      const request = { purpose: purposeOf(run, 'held'), signal: run.signal }
      await settleAll(ids.map((accountId) => history.readRecent(accountId, request)))
    },
    nextDelayMs() {
      if (isQuiet(context)) return quietDelayMs(context)
      const followed = context.readFollowed()
      const { isWatched } = context.attention
      if (mayTrade(followed)) return isWatched ? openMs : context.power.isSaving ? savingMs : openHiddenMs
      return Math.min(closedMs, opensInMs(followed, context.clock.now()))
    },
  }
}
