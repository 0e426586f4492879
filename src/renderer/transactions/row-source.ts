import type { Client } from '../../shared/client.ts'
import type { TransactionRow } from '../../shared/model/activity.ts'
import type { TransactionFilter } from '../../shared/model/transaction-filter.ts'
import type { Look } from './address.ts'
import { withinPeriod } from './filter-edit.ts'
import { findCut } from './find-cut.ts'
import type { Cut, Page, Side } from './page-list.ts'

export const pageRows = 200

/** What a row is known by. */
export const rowKey = ({ accountId, transaction }: TransactionRow): string => `${accountId} ${transaction.id}`

/** Where the rows of one look come from: pages around a cut, and cuts near any index. */
export class RowSource {
  readonly #client: Pick<Client, 'call'>
  readonly #look: Look
  readonly #now: number

  /** `now`: what a period with a name is reckoned from, for all of the list. */
  constructor(client: Pick<Client, 'call'>, look: Look, now = Date.now()) {
    this.#client = client
    this.#look = look
    this.#now = now
  }

  /** The part above a cut is the same filter from the cut on, in the other direction: so a list can be read both ways. */
  readonly read = (side: Side, { at }: Cut, after: string | null, limit = pageRows): Promise<Page<TransactionRow>> => {
    const isForward = side === 'below'
    const isNewest = (this.#look.direction === 'newest') === isForward
    return this.#client.call('transactions.page', {
      filter: this.#sideOf(side, at),
      direction: isNewest ? 'newest' : 'oldest',
      after,
      limit,
    })
  }

  /** A cut near an index of the list; `count` rows are in all of it. */
  async cutNear(rank: number, count: number, toleranceRows: number): Promise<Cut> {
    const top: Cut = { at: null, rank: 0 }
    const [[first], [last]] = await Promise.all([this.#edge('below'), this.#edge('above')])
    if (first === undefined || last === undefined) return top
    return findCut({
      rank,
      count,
      first: first.transaction.at,
      last: last.transaction.at,
      countAbove: async (at) =>
        (await this.#client.call('transactions.totals', { filter: this.#sideOf('above', at) })).count,
      toleranceRows,
    })
  }

  /** The first row of all, or (against the direction) the last. */
  async #edge(side: Side): Promise<readonly TransactionRow[]> {
    return (await this.read(side, { at: null, rank: 0 }, null, 1)).rows
  }

  #sideOf(side: Side, at: number | null): TransactionFilter {
    if (at === null) return this.#look.filter
    const isBefore = (this.#look.direction === 'newest') === (side === 'below')
    return withinPeriod(this.#look.filter, isBefore ? { from: null, to: at } : { from: at, to: null }, this.#now)
  }
}
