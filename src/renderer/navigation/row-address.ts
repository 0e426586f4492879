import type { FilterCondition } from '../../shared/model/transaction/filter.ts'
import type { TransactionRow } from '../../shared/model/transaction/activity.ts'
import { hashOf } from './transactions-address.ts'

interface RowPlace {
  readonly accountId: string
  readonly transaction: Pick<TransactionRow['transaction'], 'at' | 'symbol'>
}

/** The address of the list of transactions, narrowed to an instant, an account and an instrument (`''`: any). */
export function instantHref(accountId: string, at: number, symbol: string): string {
  const conditions: FilterCondition[] = [
    { field: 'account', values: [accountId], isNot: false },
    { field: 'period', from: at, to: at + 1, isNot: false },
  ]
  if (symbol !== '') conditions.push({ field: 'symbol', values: [symbol], isNot: false })
  return hashOf({ filter: { conditions, text: '' }, direction: 'newest' })
}

/** The address of the list of transactions, narrowed to the instant, account and instrument of one row. */
export const rowHref = ({ accountId, transaction: { at, symbol } }: RowPlace): string =>
  instantHref(accountId, at, symbol)
