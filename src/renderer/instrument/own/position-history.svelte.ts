import type { QuantityPoint } from '../../../shared/model/ledger/ledger.ts'
import type { PositionCurve } from '../../../shared/model/portfolio.ts'
import { rangeStart, type Range } from '../../chart/ranges.ts'
import type { App } from '../../lib/app.svelte.ts'
import { Query } from '../../lib/host/query.svelte.ts'

interface AccountQuantities {
  readonly accountId: string
  /** Oldest first. */
  readonly changes: readonly QuantityPoint[]
}

/** An instrument's position over time, by account: as recorded, and as the transactions give it. */
export class PositionHistory {
  readonly recorded: Query<readonly PositionCurve[]>
  /** Accounts that hold or held the instrument. */
  readonly quantities: Query<readonly AccountQuantities[]>

  readonly accountIds = $derived.by((): readonly string[] => [
    ...new Set([
      ...(this.recorded.current ?? []).map(({ accountId }) => accountId),
      ...(this.quantities.current ?? []).map(({ accountId }) => accountId),
    ]),
  ])
  readonly isLoading = $derived.by(
    () =>
      (this.recorded.current === undefined && this.recorded.error === undefined) ||
      (this.quantities.current === undefined && this.quantities.error === undefined),
  )

  constructor(app: App, symbol: string, range: () => Range) {
    const { client } = app
    this.recorded = new Query<readonly PositionCurve[]>(
      client,
      ['equity.changed', 'instruments.changed'],
      () =>
        client.call('positions.history', { accountId: app.accountId, symbol, from: rangeStart(range(), Date.now()) }),
      { key: () => `${range()} ${app.accountId ?? ''}` },
    )
    this.quantities = new Query<readonly AccountQuantities[]>(
      client,
      ['ledger.changed', 'coverage.changed'],
      async () => {
        const ids = app.accountId === null ? (await client.call('accounts.list')).map(({ id }) => id) : [app.accountId]
        const all = await Promise.all(
          ids.map(async (accountId) => ({
            accountId,
            changes: await client.call('positions.quantities', { accountId, symbol }),
          })),
        )
        return all.filter(({ changes }) => changes.length > 0)
      },
      { key: () => app.accountId },
    )
  }

  changesOf(accountId: string | null): readonly QuantityPoint[] {
    return this.quantities.current?.find((account) => account.accountId === accountId)?.changes ?? []
  }
}
