import { z } from 'zod'

/** What a transaction is. The order is that of lists on screen. */
export const TransactionKind = z.enum([
  'buy',
  'sell',
  'dividend',
  'coupon',
  'amortization',
  'redemption',
  'other-income',
  'interest',
  'commission',
  'tax',
  'fine',
  'variation-margin',
  'deposit',
  'withdrawal',
  'cash-transfer-in',
  'cash-transfer-out',
  'securities-transfer-in',
  'securities-transfer-out',
  'expiration',
  'split',
  'inheritance',
  'loan',
  'contract-termination',
  'unknown',
])
export type TransactionKind = z.infer<typeof TransactionKind>

/** Which rule found a kind, in the order in which they are tried; `none` found nothing. */
export const KindRule = z.enum(['person', 'trade', 'category', 'type', 'event', 'words', 'none'])
export type KindRule = z.infer<typeof KindRule>
