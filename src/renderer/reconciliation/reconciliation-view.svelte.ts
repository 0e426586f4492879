import type { Decimal } from '#shared/decimal.ts'
import type { LedgerState, Reconciliation } from '#shared/model/ledger/ledger.ts'
import type { HistoryCoverage } from '#shared/model/transaction/history.ts'
import { ActionRunner } from '../lib/action-runner.svelte.ts'
import type { App } from '../lib/app.svelte.ts'
import { query } from '../lib/host/queries.svelte.ts'
import type { Query } from '../lib/host/query.svelte.ts'
import type { Figure } from './figures.ts'

/** The data of the screen, and the actions on a difference. */
export class ReconciliationView {
  readonly app: App
  readonly accounts: Query<readonly Reconciliation[]>
  readonly coverage: Query<readonly HistoryCoverage[]>
  readonly ledger: Query<LedgerState>
  readonly actions = new ActionRunner()
  /** The figure whose opening balance is being entered. */
  editing = $state.raw<Figure>()

  constructor(app: App) {
    const { client } = app
    this.app = app
    this.accounts = query(client, 'reconciliation.read', () => ({ accountId: app.accountId }))
    this.coverage = query(client, 'transactions.coverage')
    this.ledger = query(client, 'ledger.state')
  }

  /** Whether the service can be reached, so that missing history is being loaded. */
  get isReachable(): boolean {
    return ['live', 'starting'].includes(this.app.connection?.phase ?? '')
  }

  coverageOf(accountId: string): HistoryCoverage | undefined {
    return this.coverage.current?.find((account) => account.accountId === accountId)
  }

  /** Loads the missing history now instead of at its scheduled time. */
  async loadHistory(): Promise<void> {
    await this.actions.run('history', () => this.app.client.call('sync.now', { job: 'history' }))
  }

  /** Sets the balance before the first transaction; `null` removes it. Returns whether it was saved. */
  async setOpening({ accountId, symbol, currency }: Figure, amount: Decimal | null): Promise<boolean> {
    const isSaved = await this.actions.run('opening', () =>
      this.app.client.call('reconciliation.setOpening', { accountId, symbol, currency, amount }),
    )
    if (isSaved) await this.accounts.refresh()
    return isSaved
  }
}
