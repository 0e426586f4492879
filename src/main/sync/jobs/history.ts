import { minuteMs, secondMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { SyncContext } from '../context.ts'
import type { FigureDifference } from '../history/difference-search.ts'
import type { HistorySync } from '../history/history-sync.ts'
import { mayTrade, opensInMs } from '../interest/followed.ts'
import { isQuiet, quietDelayMs } from '../quiet-hours.ts'
import { type Job, purposeOf, settleAll } from '../scheduler/job.ts'
import { readAccountIds } from './accounts.ts'

/** A run is short, so that its outcome is visible soon and other work does not wait for it. */
const maxSteps = 20
const delays = { more: 20, waiting: 5 * secondMs, nothing: minuteMs } as const
/** On battery: one step at a time, so that the radio can rest between steps. */
const savingMs = { watched: 2 * secondMs, unwatched: 15 * secondMs }

/** Reads the whole history, newest first, after all other work; then reads periods again that may have changed. */
export function createHistoryJob(
  context: SyncContext,
  history: HistorySync,
  readDifferences: () => readonly FigureDifference[],
): Job {
  let outcome: keyof typeof delays = 'waiting'
  return {
    name: 'history',
    title: m.sync_history_of_transactions,
    async run(run) {
      const ids = await readAccountIds(context, run.signal)
      if (run.requestedBy === 'user') history.rereadLastMonth(ids)
      history.searchBehind(ids, readDifferences())
      // In the background even if the user starts the job: this many requests must not delay the user's next click.
      const options = { purpose: 'background', signal: run.signal } as const
      for (let step = 0; step < (context.power.isSaving ? 1 : maxSteps); step++) {
        outcome = await history.readFurther(ids, options)
        if (outcome !== 'more' || run.signal.aborted) return
      }
    },
    nextDelayMs: () => {
      if (outcome === 'nothing' && isQuiet(context)) return quietDelayMs(context)
      const { power, attention } = context
      const minMs = power.isSaving ? savingMs[attention.isWindowVisible ? 'watched' : 'unwatched'] : 0
      return Math.max(minMs, delays[outcome])
    },
  }
}

const openMs = minuteMs
const closedMs = 15 * minuteMs
/** While markets are open and no window is visible. */
const openHiddenMs = 5 * minuteMs
const openSavingMs = 15 * minuteMs

/** Reads the recent transactions of each account: first the last week, then new rows and rows that may have been booked late. */
export function createTransactionsJob(context: SyncContext, history: HistorySync): Job {
  return {
    name: 'transactions',
    title: m.sync_recent_transactions,
    async run(run) {
      const ids = await readAccountIds(context, run.signal)
      const request = { purpose: purposeOf(run, 'held'), signal: run.signal }
      await settleAll(ids.map((accountId) => history.readRecent(accountId, request)))
    },
    nextDelayMs() {
      if (isQuiet(context)) return quietDelayMs(context)
      const followed = context.readFollowed()
      const { isWindowVisible } = context.attention
      if (mayTrade(followed)) return isWindowVisible ? openMs : context.power.isSaving ? openSavingMs : openHiddenMs
      return Math.min(closedMs, opensInMs(followed, context.clock.now()))
    },
  }
}
