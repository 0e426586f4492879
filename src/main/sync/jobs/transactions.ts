import { minuteMs } from '../../../shared/durations.ts'
import { readAccountIds } from './account-ids.ts'
import type { SyncContext } from '../context.ts'
import { mayTrade, opensInMs } from '../interest/followed.ts'
import type { HistorySync } from '../history/history-sync.ts'
import { purposeOf, type Job } from '../scheduler/job.ts'
import { isQuiet, quietDelayMs } from '../quiet-hours.ts'
import { settleAll } from '../scheduler/all-or-first-error.ts'

const openMs = minuteMs
const closedMs = 15 * minuteMs
/** While markets are open and no window is visible. */
const openHiddenMs = 5 * minuteMs
const savingMs = 15 * minuteMs

/** Reads the recent transactions of each account: first the last week, then new rows and rows that may have been booked late. */
export function createTransactionsJob(context: SyncContext, history: HistorySync): Job {
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
      const { isWindowVisible } = context.attention
      if (mayTrade(followed)) return isWindowVisible ? openMs : context.power.isSaving ? savingMs : openHiddenMs
      return Math.min(closedMs, opensInMs(followed, context.clock.now()))
    },
  }
}
