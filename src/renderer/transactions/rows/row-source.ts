import type { Client } from '../../../shared/client.ts'
import type { TransactionRow } from '../../../shared/model/transaction/transaction.ts'
import type { ViewSettings } from '../../navigation/transactions-address.ts'
import type { Cut, Page, Side } from './page-list.ts'

export const pageRows = 200

/** What a row is known by. */
export const rowKey = ({ accountId, transaction }: TransactionRow): string => `${accountId} ${transaction.id}`

/** Where the rows of one view come from: pages on both sides of a cut, and a cut at any index. */
export class RowSource {
  readonly #client: Pick<Client, 'call'>
  readonly #settings: ViewSettings

  constructor(client: Pick<Client, 'call'>, settings: ViewSettings) {
    this.#client = client
    this.#settings = settings
  }

  /** Reads a page behind `after` (null: behind the cut). The rows above a cut are read in the opposite direction. */
  readonly read = (side: Side, cut: Cut, after: string | null): Promise<Page<TransactionRow>> => {
    const { filter, direction } = this.#settings
    const opposite = direction === 'newest' ? 'oldest' : 'newest'
    return this.#client.call('transactions.page', {
      filter,
      direction: side === 'below' ? direction : opposite,
      after: after ?? cut.cursors?.[side] ?? null,
      limit: pageRows,
    })
  }

  /** The cut at an index of the list, or at its end where it is shorter: `rank` rows lie above it. */
  cutAt(rank: number): Promise<Cut> {
    const { filter, direction } = this.#settings
    return this.#client.call('transactions.seek', { filter, direction, rank })
  }
}
