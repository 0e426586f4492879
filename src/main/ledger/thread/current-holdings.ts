import type { Db } from '../../sqlite/db.ts'
import type { UnnamedReconciliation } from '../reading/differences.ts'
import { createOwnAccounts, readHistory } from '../reading/history.ts'
import { Reconciler } from '../reading/reconciler.ts'
import { LedgerReplay } from '../replay/ledger-replay.ts'
import type { LedgerChoices } from '../replay/replay-inputs.ts'
import { ReplayRunner, runInSlices } from './replay-runner.ts'
import type { LedgerTables } from './tables.ts'

/** The accounts of a question, with the user's choices. */
export interface AboutAccounts {
  readonly choices: LedgerChoices
  readonly accountIds: readonly string[]
}

/** `now` in UTC ms. */
export interface AboutAccountsNow extends AboutAccounts {
  readonly now: number
}

/** Incremented by the main thread when such inputs may have changed. */
export interface InputVersions {
  /** Rows, instruments or choices. */
  readonly rows: number
  /** The facts about instruments. */
  readonly facts: number
  /** The latest prices. */
  readonly prices: number
}

/** An answer with the accounts whose holdings were updated for it. */
export interface Answer<T> {
  readonly value: T
  readonly accountIds: readonly string[]
}

/** The stored holdings, which are updated before a question about them is answered. */
export class CurrentHoldings {
  readonly replay: LedgerReplay
  readonly reconciler: Reconciler
  readonly #tables: LedgerTables
  readonly #runner: ReplayRunner

  constructor(db: Db, tables: LedgerTables) {
    this.replay = new LedgerReplay(db, createOwnAccounts(db, tables))
    this.reconciler = new Reconciler(db, tables)
    this.#tables = tables
    this.#runner = new ReplayRunner(this.replay)
  }

  get progress(): ReplayRunner['progress'] {
    return this.#runner.progress
  }

  /** Updates the holdings of all accounts. Returns the number of rows read. */
  async refresh(choices: LedgerChoices): Promise<Answer<number>> {
    const accountIds = this.#tables.accounts.list().map(({ account }) => account.id)
    const result = await this.#update({ choices, accountIds })
    return { value: result.rowsRead, accountIds: result.accountIds }
  }

  /** Updates the holdings, then reads. `revision`: their version; `null` if they are not current even so. */
  async answer<T>(question: AboutAccounts, read: (revision: number | null) => T | Promise<T>): Promise<Answer<T>> {
    const { accountIds } = await this.#update(question)
    const revision = this.replay.isCurrent(question.choices) ? this.replay.revision : null
    return { value: await read(revision), accountIds }
  }

  /** The comparison of each account; `null` for an account that the service has not stated. */
  compare({ accountIds, choices }: AboutAccounts, revision: number | null): (UnnamedReconciliation | null)[] {
    return accountIds.map((id) => this.reconciler.read(id, choices, revision))
  }

  /** Runs steps with pauses, in which other questions are answered. */
  inSlices<T>(steps: Generator<void, T>, canContinue?: () => Promise<void>): Promise<T> {
    return runInSlices(steps, () => this.#runner.isStopped, canContinue)
  }

  /** Stops the current replay at its next pause. The connection may be closed afterwards. */
  stop(): Promise<void> {
    return this.#runner.stop()
  }

  /** Accounts with a missing part need no replay. */
  #update({ choices, accountIds }: AboutAccounts) {
    const isAnyWhole = accountIds.some((id) => readHistory(this.#tables, id).wholeUntil !== null)
    return isAnyWhole ? this.#runner.run(choices) : Promise.resolve({ accountIds: [], rowsRead: 0 })
  }
}
