import type { PerformanceFigure } from '#shared/model/ledger/explanation.ts'
import type { FilterCondition } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { hashOf } from '../../navigation/transactions-address.ts'
import type { Scope } from './performance-view.svelte.ts'

/** The kinds of transactions that a figure sums up. */
const kindsOf: Partial<Record<PerformanceFigure, readonly TransactionKind[]>> = {
  netDeposits: [
    'deposit',
    'withdrawal',
    'cash-transfer-in',
    'cash-transfer-out',
    'securities-transfer-in',
    'securities-transfer-out',
    'inheritance',
    'loan',
    'contract-termination',
  ],
  realized: ['buy', 'sell', 'amortization', 'redemption', 'variation-margin', 'expiration'],
  income: ['dividend', 'coupon', 'other-income', 'interest'],
  fees: ['commission', 'fine'],
  taxes: ['tax'],
  remainder: ['unknown'],
}

/** The address of the transactions of a figure; `null` if the list cannot be filtered to them. */
export function figureHref(scope: Scope, figure: PerformanceFigure): string | null {
  const kinds = kindsOf[figure]
  const { accountId, symbol, type, currency, from, to } = scope
  // The list of transactions has no filter by type.
  if (kinds === undefined || type != null) return null
  const conditions: FilterCondition[] = [
    { field: 'period', from, to, isNot: false },
    { field: 'kind', values: [...kinds], isNot: false },
  ]
  if (accountId !== null) conditions.push({ field: 'account', values: [accountId], isNot: false })
  if (symbol !== null) conditions.push({ field: 'symbol', values: [symbol], isNot: false })
  if (currency != null) conditions.push({ field: 'currency', values: [currency], isNot: false })
  return hashOf({ filter: { conditions, text: '' }, direction: 'newest' })
}
