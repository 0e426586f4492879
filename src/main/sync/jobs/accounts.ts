import type { SyncContext } from '../context.ts'
import { mayTrade } from '../followed.ts'
import { purposeOf, type Job } from '../job.ts'
import { settleAll } from '../settle-all.ts'
import { readAccountIds } from '../account-ids.ts'

const watchedMs = 15_000
const unwatchedMs = 60_000
const closedMs = 15 * 60_000

/** Reads each account with its positions and cash, and records its equity. */
export function createAccountsJob(context: SyncContext): Job {
  const { broker, cache, journal, attention, clock, publish } = context
  return {
    name: 'accounts',
    title: 'Accounts and positions',
    async run(run) {
      const purpose = purposeOf(run, attention.isWatched ? 'visible' : 'held')
      const ids = await readAccountIds(context, run.signal)
      await settleAll(
        ids.map(async (accountId) => {
          const account = await broker.call('getAccount', { accountId }, { purpose, signal: run.signal })
          const now = clock.now()
          cache.accounts.replaceAccount(account, now)
          publish('accounts.changed', { accountId })
          if (account.equity === null) return
          journal.equity.record({ accountId, at: now, equity: account.equity, cash: account.cash })
          publish('equity.changed')
        }),
      )
    },
    nextDelayMs: () => (mayTrade(context.readFollowed()) ? (attention.isWatched ? watchedMs : unwatchedMs) : closedMs),
  }
}
