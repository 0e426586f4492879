import { m } from '#shared/messages/messages.js'
import type { Broker } from '../../broker/broker.ts'
import type { Cache } from '../../cache/cache.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SyncContext } from '../context.ts'
import { lateFactor } from '../interest/account-age.ts'
import { accountCall } from '../quotes/describe-calls.ts'
import type { QuoteBoard } from '../quotes/quote-board.ts'
import { purposeOf, type Job, type JobRun, settleAll } from '../scheduler/job.ts'

/** The ids of the token's accounts. Opens a session first if there is none. */
export async function readAccountIds(
  { broker }: { readonly broker: Pick<Broker, 'session' | 'renewSession'> },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const session = broker.session() ?? (await broker.renewSession({ purpose: 'user', signal }))
  return session.accountIds
}

/** Prices may be read every second, but each write of the journal is flushed to disk: records are at least this far apart. */
const recordEveryMs = 15_000

/** The dependencies of this job. */
export type AccountJobContext = Pick<SyncContext, 'clock' | 'publish'> & {
  readonly broker: Pick<SyncContext['broker'], 'call' | 'session' | 'renewSession'>
  readonly cache: { readonly accounts: Pick<Cache['accounts'], 'replaceAccount'> }
  readonly journal: {
    readonly equity: Pick<Journal['equity'], 'record'>
    readonly positions: Pick<Journal['positions'], 'record'>
  }
}

/** Reads the accounts that are due by the plan, or all of them when the user starts the job, with positions and cash. Records equity and positions. */
export function createAccountsJob(context: AccountJobContext, board: QuoteBoard): Job {
  const { broker, cache, journal, clock, publish } = context

  const recordedAt = new Map<string, number>()
  let ids: readonly string[] = []
  /** The accounts whose last reading failed, with its error. */
  const failing = new Map<string, unknown>()
  const failingIds = (): readonly string[] => ids.filter((id) => failing.has(id))

  async function read(accountId: string, run: JobRun): Promise<void> {
    try {
      await readAccount(accountId, run)
      failing.delete(accountId)
    } catch (error) {
      if (!run.signal.aborted) failing.set(accountId, error)
      throw error
    }
  }

  async function readAccount(accountId: string, run: JobRun): Promise<void> {
    const purpose = purposeOf(run, board.isOnScreen(accountId) ? 'visible' : 'held')
    const callId = accountCall(accountId)
    const requestedAt = board.begin(callId)
    try {
      const account = await broker.call('getAccount', { accountId }, { purpose, signal: run.signal })
      const now = clock.now()
      cache.accounts.replaceAccount(account, now)
      board.ledger.seeAccount(account, requestedAt)
      publish('accounts.changed', { accountId })
      if (clock.monotonic() - (recordedAt.get(accountId) ?? -Infinity) < recordEveryMs) return
      recordedAt.set(accountId, clock.monotonic())
      const { equity, cash, positions } = account
      const silenceMs = (board.readEveryMs(accountId) ?? 0) * lateFactor
      if (equity !== null) journal.equity.record({ accountId, at: now, equity, cash, silenceMs })
      journal.positions.record(accountId, now, positions)
      publish('equity.changed')
    } finally {
      board.ledger.end(callId)
    }
  }

  return {
    name: 'accounts',
    title: m.sync_accounts_and_positions,
    async run(run) {
      ids = await readAccountIds(context, run.signal)
      board.nameAccounts(ids)
      board.refresh()
      // If no account can be read, the growing pauses between the runs decide when all are requested again.
      const isAll = run.requestedBy === 'user' || failingIds().length === ids.length
      const due = isAll ? ids : board.due('accounts')
      await settleAll(due.map((accountId) => read(accountId, run)))
      // A run without requests is no success while an account waits for its next reading after a failure.
      const [failed] = failingIds()
      if (failed !== undefined) throw failing.get(failed)
    },
    retryDelayMs() {
      const { length } = failingIds()
      // If only some accounts fail, the others keep their pace.
      return length > 0 && length < ids.length ? board.nextDelayMs('accounts') : null
    },
    nextDelayMs: () => board.nextDelayMs('accounts'),
  }
}
