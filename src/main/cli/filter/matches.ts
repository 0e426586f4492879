import { compare } from '#shared/decimal.ts'
import type { FacetField, FilterCondition } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'

/** Whether a transaction that is not in the cache meets a condition. Named periods must be resolved. */
export const matches = (row: TransactionRow, condition: FilterCondition): boolean =>
  meets(row, condition) !== condition.isNot

function meets(row: TransactionRow, condition: FilterCondition): boolean {
  const { at, change, trade } = row.transaction
  switch (condition.field) {
    case 'trade':
      return trade !== null
    case 'period':
      return at >= (condition.from ?? -Infinity) && at < (condition.to ?? Infinity)
    case 'amount': {
      const { min, max } = condition
      if (change === null) return false
      return (min === null || compare(change.amount, min) >= 0) && (max === null || compare(change.amount, max) <= 0)
    }
    default: {
      const value = facets[condition.field](row)
      return value !== '' && condition.values.includes(value)
    }
  }
}

const facets: Readonly<Record<FacetField, (row: TransactionRow) => string>> = {
  account: ({ accountId }) => accountId,
  kind: ({ kind }) => kind,
  category: ({ transaction }) => transaction.category,
  symbol: ({ transaction }) => transaction.symbol,
  mic: ({ transaction }) => /@([^@]*)$/.exec(transaction.symbol)?.[1] ?? '',
  currency: ({ transaction }) => transaction.change?.currency ?? '',
}
