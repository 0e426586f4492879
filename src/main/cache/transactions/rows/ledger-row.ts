import type { GroupRow } from '../../../insight/kinds/together/chosen-groups.ts'
import { unitsOf } from '../../../insight/kinds/together/known-events.ts'
import type { LedgerRow } from '../../../insight/ledger/row.ts'
import type { StoredTransaction } from './row.ts'

/** A stored row in the form that the replay reads, with the pieces that it states. */
export function ledgerRowOf({ transaction, kind }: Pick<StoredTransaction, 'transaction' | 'kind'>): LedgerRow {
  const { id, at, name, symbol, change, changeQuantity, trade } = transaction
  return {
    ...{ id, at, kind, name, symbol },
    ...{ currency: change?.currency ?? null, money: change === null ? null : unitsOf(change.amount) },
    changeQuantity: unitsOf(changeQuantity),
    trade: trade && {
      ...{ size: unitsOf(trade.size), price: unitsOf(trade.price), accruedInterest: unitsOf(trade.accruedInterest) },
    },
  }
}

/** A stored row of a group that the user makes. */
export const groupRowOf = (row: StoredTransaction): GroupRow => ({
  ...ledgerRowOf(row),
  instrumentType: row.instrumentType,
})
