import type { TransactionPosition } from '../../../shared/model/transaction/history.ts'
import type { Client } from '../../../shared/client.ts'
import type { TransactionRow } from '../../../shared/model/transaction/transaction.ts'
import type { ViewSettings } from '../../navigation/transactions-address.ts'

/** Which way from the cut: on through the list, or back towards its top. */
export type Side = 'below' | 'above'

/** Where reading began: `rank` rows lie above it. Without cursors it is the top of the list. */
export type Cut = TransactionPosition

/** The top of a list. */
export const top: Cut = { rank: 0, cursors: null }

/** The result of a page request. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
}

/** Reads the page behind `after` on one side of a cut, the rows nearest to the cut first. */
export type ReadPage<Row> = (side: Side, cut: Cut, after: string | null) => Promise<Page<Row>>

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
