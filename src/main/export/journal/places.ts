import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { Place } from './entry.ts'

type Root = Place['root']

const counterPlaces: Readonly<Record<TransactionKind, readonly [root: Root, path: string]>> = {
  buy: ['Equity', 'Clearing:Trades'],
  sell: ['Equity', 'Clearing:Trades'],
  dividend: ['Income', 'Dividends'],
  coupon: ['Income', 'Coupons'],
  amortization: ['Equity', 'Clearing:Repayments'],
  redemption: ['Equity', 'Clearing:Repayments'],
  'other-income': ['Income', 'Other'],
  interest: ['Income', 'Interest'],
  commission: ['Expenses', 'Commissions'],
  tax: ['Expenses', 'Taxes'],
  fine: ['Expenses', 'Fines'],
  'variation-margin': ['Income', 'VariationMargin'],
  deposit: ['Equity', 'Deposits'],
  withdrawal: ['Equity', 'Withdrawals'],
  'cash-transfer-in': ['Equity', 'Transfers:Cash'],
  'cash-transfer-out': ['Equity', 'Transfers:Cash'],
  'securities-transfer-in': ['Equity', 'Transfers:Securities'],
  'securities-transfer-out': ['Equity', 'Transfers:Securities'],
  expiration: ['Equity', 'Clearing:Expirations'],
  split: ['Equity', 'Splits'],
  'currency-exchange': ['Equity', 'Conversions'],
  repo: ['Liabilities', 'Repo'],
  'securities-loan': ['Equity', 'SecuritiesLoans'],
  reversal: ['Equity', 'Clearing:Reversals'],
  'blocked-money': ['Assets', 'Blocked'],
  inheritance: ['Equity', 'Inheritance'],
  loan: ['Liabilities', 'Loans'],
  'contract-termination': ['Equity', 'ContractTermination'],
  unknown: ['Equity', 'Clearing:UnknownKind'],
}

const shared: ReadonlySet<string> = new Set(['Transfers:Cash', 'Transfers:Securities'])

/**
 * The place that balances the money or pieces of a row. All transfers have the same place, so that transfers between own
 * accounts add up to zero.
 */
export function counterOf(kind: TransactionKind, accountId: string): Place {
  const [root, path] = counterPlaces[kind]
  return { root, accountId: shared.has(path) ? null : accountId, path }
}

const place =
  (root: Root, path: string) =>
  (accountId: string): Place => ({ root, accountId, path })

export const cash = place('Assets', 'Cash')
export const securities = place('Assets', 'Securities')
export const realizedProfit = place('Income', 'RealizedProfit')
export const accruedInterest = place('Income', 'AccruedInterest')
export const interest = place('Income', 'Interest')
export const futures = place('Equity', 'Futures')
export const variationMargin = place('Income', 'VariationMargin')
export const openings = place('Equity', 'Opening')
