import type { ChargeOwner } from '../../../shared/model/ledger/charges.ts'
import type { TransactionRow, TransactionKind } from '../../../shared/model/transaction/transaction.ts'

const payments: readonly TransactionKind[] = ['dividend', 'coupon', 'other-income', 'interest', 'redemption']

/** Whether a commission or tax may belong to a row: to a trade, or to a payment of an instrument. */
export const mayHaveCharges = ({ kind, transaction }: TransactionRow): boolean =>
  transaction.trade !== null || (payments.includes(kind) && transaction.symbol !== '')

/** Whose a charge is, before its rows are named. */
export function ownerWords({ of, rows }: ChargeOwner): string {
  switch (of) {
    case 'row':
      return ''
    case 'order':
      return `an order of ${rows.length} fills:`
    case 'ambiguous':
      return `one of these ${rows.length}; nothing decides which:`
    case 'account':
      return 'the account: no trade or payment near it fits'
    case 'not-loaded':
      return '— a part of the history near it is not loaded'
  }
}
