import type { KindRule, TransactionKind } from '../model/transaction/transaction.ts'

/** The kinds of transactions as they stand on screen, in the order of lists. */
export const kindTitles: Readonly<Record<TransactionKind, string>> = {
  buy: 'Buy',
  sell: 'Sell',
  dividend: 'Dividend',
  coupon: 'Coupon',
  amortization: 'Amortization',
  redemption: 'Redemption',
  'other-income': 'Other income',
  interest: 'Interest',
  commission: 'Commission',
  tax: 'Tax',
  fine: 'Fine',
  'variation-margin': 'Variation margin',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  'cash-transfer-in': 'Cash transfer in',
  'cash-transfer-out': 'Cash transfer out',
  'securities-transfer-in': 'Securities transfer in',
  'securities-transfer-out': 'Securities transfer out',
  expiration: 'Expiration or exercise',
  split: 'Split or conversion',
  inheritance: 'Inheritance',
  loan: 'Loan',
  'contract-termination': 'Contract termination',
  unknown: 'Unknown',
}

/** How a kind was found, to follow its title. */
export const kindRuleWords: Readonly<Record<KindRule, string>> = {
  person: 'chosen by you',
  trade: 'found by its trade',
  category: 'found by its category',
  type: 'found by the type of its instrument',
  event: 'found by a corporate event near it',
  words: 'found by the words of its name',
  none: 'no rule finds it',
}

const isKind = (value: string): value is TransactionKind => Object.hasOwn(kindTitles, value)

/** The title of a kind; a value that is none stays as it is. */
export const kindTitle = (kind: string): string => (isKind(kind) ? kindTitles[kind] : kind)

/** All kinds, in the order of lists. */
export const transactionKinds: readonly TransactionKind[] = Object.keys(kindTitles).filter(isKind)
