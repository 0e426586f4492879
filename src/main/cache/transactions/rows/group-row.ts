import type { GroupRow } from '#main/insight/kinds/together/chosen-groups.ts'
import { unitsOf } from '#main/insight/kinds/together/known-events.ts'
import type { StoredTransaction } from './row.ts'

/** A stored row in the form that the replay reads, with the pieces that it states. */
export function groupRowOf({
  transaction,
  kind,
  instrumentType,
}: Pick<StoredTransaction, 'transaction' | 'kind' | 'instrumentType'>): GroupRow {
  const { id, at, name, symbol, change, changeQuantity, trade } = transaction
  return {
    id,
    at,
    kind,
    name,
    symbol,
    instrumentType,
    currency: change?.currency ?? null,
    money: change === null ? null : unitsOf(change.amount),
    changeQuantity: unitsOf(changeQuantity),
    trade: trade && {
      size: unitsOf(trade.size),
      price: unitsOf(trade.price),
      accruedInterest: unitsOf(trade.accruedInterest),
    },
  }
}
