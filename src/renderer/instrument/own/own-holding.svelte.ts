import type { Decimal } from '../../../shared/decimal.ts'
import type { OpenLot } from '../../../shared/model/ledger/ledger.ts'
import type { PositionRow } from '../../../shared/model/portfolio.ts'
import type { App } from '../../lib/app.svelte.ts'
import { Query } from '../../lib/host/query.svelte.ts'
import { breakEvenOf, costOf } from './lot-figures.ts'

/** What is held of an instrument in the accounts in scope: positions as the service states them, and open lots. */
export class OwnHolding {
  readonly positionRows: Query<readonly PositionRow[]>
  readonly lots: Query<readonly OpenLot[]>
  readonly #symbol: string

  readonly positions = $derived.by(() => this.positionRows.current?.filter(({ symbol }) => symbol === this.#symbol))
  /** The lots of known cost together; `null` where there are none or their costs cannot be added. */
  readonly cost = $derived.by(() => costOf(this.lots.current ?? []))
  /** The price at which those lots are worth what they cost; `null` while it is not known. */
  readonly breakEven = $derived.by((): Decimal | null => {
    const position = this.positions?.find(({ quantity }) => quantity !== null)
    return this.cost === null ? null : breakEvenOf(this.cost, position)
  })

  constructor(app: App, symbol: string) {
    const { client } = app
    this.#symbol = symbol
    this.positionRows = new Query<readonly PositionRow[]>(
      client,
      ['accounts.changed', 'quotes.changed', 'instruments.changed', 'schedules.changed'],
      () => client.call('positions.list', { accountId: app.accountId }),
      { key: () => app.accountId },
    )
    this.lots = new Query<readonly OpenLot[]>(
      client,
      ['ledger.changed', 'coverage.changed'],
      () => client.call('lots.list', { accountId: app.accountId, symbol }),
      { key: () => app.accountId },
    )
  }
}
