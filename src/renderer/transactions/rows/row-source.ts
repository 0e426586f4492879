import type { Client } from '#shared/client.ts'
import type { TransactionPosition } from '#shared/model/transaction/history.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import type { ViewSettings } from '../../navigation/transactions-address.ts'

/** The direction from the cut: down the list, or up towards its top. */
export type Side = 'below' | 'above'

/** The position at which reading started: `rank` rows are above it. Without cursors it is the top of the list. */
export type Cut = TransactionPosition

/** The top of a list. */
export const top: Cut = { rank: 0, cursors: null }

/** The result of a page request. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
}

/** Reads the page after the cursor `after` on one side of a cut; the rows nearest to the cut come first. */
export type ReadPage<Row> = (side: Side, cut: Cut, after: string | null) => Promise<Page<Row>>

export const pageRows = 200

/** The key of a row. */
export const rowKey = ({ accountId, transaction }: TransactionRow): string => `${accountId} ${transaction.id}`

/** Reads the rows of one view: pages on both sides of a cut, and a cut at any index. */
export class RowSource {
  readonly #client: Pick<Client, 'call'>
  readonly #settings: ViewSettings

  constructor(client: Pick<Client, 'call'>, settings: ViewSettings) {
    this.#client = client
    this.#settings = settings
  }

  /** Reads the page after `after` (null: after the cut). Rows above a cut are read in the opposite direction. */
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

  /** The cut with `rank` rows above it, or at the end of a shorter list. */
  cutAt(rank: number): Promise<Cut> {
    const { filter, direction } = this.#settings
    return this.#client.call('transactions.seek', { filter, direction, rank })
  }
}
