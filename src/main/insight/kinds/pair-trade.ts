import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { tradedMoney } from '../ledger/other-side.ts'
import { namedMeaning } from './named-meaning.ts'
import { unitsOf } from './together/known-events.ts'

/** Whether the name of a trade says that money is exchanged: whether it is so depends on its amounts. */
export const isNamedExchange = ({ name, trade }: Pick<Transaction, 'name' | 'trade'>): boolean =>
  trade !== null && namedMeaning(name) === 'currency-exchange'

/**
 * Whether a trade that is named an exchange states both amounts: that of one currency of its pair as its money, that of
 * the other one as its size.
 */
export function statesBothAmounts(row: Transaction): boolean {
  const { symbol, change, trade } = row
  if (change === null || trade === null || !isNamedExchange(row)) return false
  const units = { size: unitsOf(trade.size), price: unitsOf(trade.price), accruedInterest: null }
  return tradedMoney({ symbol, currency: change.currency, money: unitsOf(change.amount), trade: units }) !== null
}
