import { averagePriceOf } from '#shared/average-price.ts'
import { changedBy } from '#shared/contract/request-traits.ts'
import type { Decimal } from '#shared/decimal.ts'
import type { OpenLot, QuantityPoint } from '#shared/model/ledger/ledger.ts'
import type { PositionCurve } from '#shared/model/ledger/portfolio-curves.ts'
import type { OrderRow } from '#shared/model/order/list.ts'
import type { PositionRow } from '#shared/model/portfolio.ts'
import type { Curve } from '../../chart/equity-curve.ts'
import { rangeStart, type Range } from '../../chart/time-axis.ts'
import type { App } from '../../lib/app.svelte.ts'
import { combinedQuery, query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'
import { breakEvenOf, costOf } from './holding-figures.ts'

/** The holding of an instrument in the accounts in scope: positions as the service states them, and open lots. */
export class OwnHolding {
  readonly positionRows: Query<readonly PositionRow[]>
  readonly lots: Query<readonly OpenLot[]>
  /** All orders of the accounts in scope. */
  readonly orders: Query<readonly OrderRow[]>
  readonly #symbol: string

  readonly positions = $derived.by(() => this.positionRows.current?.filter(({ symbol }) => symbol === this.#symbol))
  /** The total of the lots with a known cost; `null` if there are none, or if their costs cannot be added. */
  readonly cost = $derived.by(() => costOf(this.lots.current ?? []))
  /**
   * The average price over the accounts, weighted by pieces, as the service states it. `null` if one is unknown, or if some
   * accounts are long and others short.
   */
  readonly averagePrice = $derived.by((): Decimal | null => averagePriceOf(this.positions ?? []))
  /** The price at which the value of those lots equals their cost; `null` if unknown. */
  readonly breakEven = $derived.by((): Decimal | null => {
    const position = this.positions?.find(({ quantity }) => quantity !== null)
    return this.cost === null ? null : breakEvenOf(this.cost, position)
  })

  constructor(app: App, symbol: string) {
    const { client } = app
    this.#symbol = symbol
    this.positionRows = query(client, 'positions.list', () => ({ accountId: app.accountId }))
    this.lots = query(client, 'lots.list', () => ({ accountId: app.accountId, symbol }))
    this.orders = query(client, 'orders.list', () => ({ accountId: app.accountId }), { ignores: ['quotes.changed'] })
  }
}

/**
 * The pieces held over time as a curve, with gaps where they are unknown. The curve starts at `from`, and the last quantity
 * lasts until `until` (both UTC ms).
 */
export function quantityCurve(changes: readonly QuantityPoint[], from: number, until: number): Curve {
  const points = changes.flatMap(({ at, quantity }, index) => {
    const start = Math.max(at, from)
    const end = changes[index + 1]?.at ?? Math.max(at, until)
    return quantity === null || end < start ? [] : [{ at: start, until: end, equity: quantity }]
  })
  return { points, maxGapMs: 0 }
}

interface AccountQuantities {
  readonly accountId: string
  /** Oldest first. */
  readonly changes: readonly QuantityPoint[]
}

/** An instrument's position over time, by account: as recorded, and as derived from the transactions. */
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
    this.recorded = query(
      client,
      'positions.history',
      () => ({ accountId: app.accountId, symbol, from: rangeStart(range(), Date.now()) }),
      { key: () => `${range()} ${app.accountId ?? ''}` },
    )
    this.quantities = combinedQuery(
      client,
      ['accounts.list', 'positions.quantities'],
      async (host) => {
        const ids = app.accountId === null ? (await host.call('accounts.list')).map(({ id }) => id) : [app.accountId]
        const all = await Promise.all(
          ids.map(async (accountId) => ({
            accountId,
            changes: await host.call('positions.quantities', { accountId, symbol }),
          })),
        )
        return all.filter(({ changes }) => changes.length > 0)
      },
      // Of the accounts only their ids are used.
      { key: () => app.accountId, ignores: changedBy('accounts.list') },
    )
  }

  changesOf(accountId: string | null): readonly QuantityPoint[] {
    return this.quantities.current?.find((account) => account.accountId === accountId)?.changes ?? []
  }
}
