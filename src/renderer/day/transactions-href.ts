import type { FilterCondition } from '../../shared/model/transaction/kind-choice.ts'
import { hashOf } from '../navigation/transactions-address.ts'

interface Narrowed {
  readonly accountId: string | null
  readonly symbol: string | null
  /** UTC ms; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

/** The address of the list of transactions, narrowed to a time, an account and an instrument. */
export function transactionsHref({ accountId, symbol, from, to }: Narrowed): string {
  const conditions: FilterCondition[] = [{ field: 'period', from, to, isNot: false }]
  if (accountId !== null) conditions.push({ field: 'account', values: [accountId], isNot: false })
  if (symbol !== null) conditions.push({ field: 'symbol', values: [symbol], isNot: false })
  return hashOf({ filter: { conditions, text: '' }, direction: 'newest' })
}
