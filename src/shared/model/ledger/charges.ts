import { z } from 'zod'
import { TransactionKind } from '../transaction/transaction.ts'
import { AccountId, Decimal, Instant, InstrumentSymbol, Money } from '../values.ts'

/** A transaction shown with another one: a charge, or the trade or payment that it belongs to. */
export const LinkedRow = z.object({
  id: z.string(),
  at: Instant,
  kind: TransactionKind,
  name: z.string(),
  /** Empty for transactions without an instrument. */
  symbol: z.string(),
  money: Money.nullable(),
})
export type LinkedRow = z.infer<typeof LinkedRow>

/** The owner of a commission or tax. */
export const ChargeOwner = z.object({
  /**
   * `row`: one transaction. `order`: the fills of one order. `payment`: the transactions of one payment, as the income has
   * them. `ambiguous`: several transactions fit, and all are listed. `account`: no trade or payment fits. `not-loaded`:
   * transactions near it are not loaded.
   */
  kind: z.enum(['row', 'order', 'payment', 'ambiguous', 'account', 'not-loaded']),
  rows: z.array(LinkedRow),
})
export type ChargeOwner = z.infer<typeof ChargeOwner>

/** The charges around one transaction. */
export const TransactionCharges = z.object({
  /** Only for a commission or tax; `null` for any other transaction. */
  owner: ChargeOwner.nullable(),
  /** The commissions and taxes that belong to the transaction, or to all fills of its order. */
  charges: z.array(LinkedRow),
  /** The charges that may belong either to it or to other transactions. */
  possible: z.array(LinkedRow),
  /** The number of fills of its order, or rows of its payment, itself included, that the charges belong to; 0 without charges. */
  rowCount: z.int().min(0),
  /**
   * The gross amount of those transactions, their charges (positive if paid), and the net amount. `null` without charges,
   * or if several currencies occur. `net` is `null` if a charge may belong to other transactions.
   */
  money: z
    .object({ currency: z.string(), gross: Decimal, fees: Decimal, taxes: Decimal, net: Decimal.nullable() })
    .nullable(),
  /** Whether all transactions near it are loaded; otherwise no charge is attributed. */
  isLoaded: z.boolean(),
})
export type TransactionCharges = z.infer<typeof TransactionCharges>

/** Charges of one kind in one currency; positive if paid. */
export const ChargeTotal = z.object({
  currency: z.string(),
  kind: z.enum(['commission', 'tax']),
  /** The charges of a trade or payment, or of the fills of one order. */
  attributed: Decimal,
  /** The charges for which no trade or payment fits: they belong to the account. */
  ofAccount: Decimal,
  /** The charges for which several trades or payments fit. */
  ambiguous: Decimal,
  count: z.int().min(0),
})
export type ChargeTotal = z.infer<typeof ChargeTotal>

/** The charges of an account, or of one instrument in it. */
export const AccountCharges = z.object({
  accountId: AccountId,
  /** `partial`: part of the requested period is not loaded, so no total is given. */
  coverage: z.enum(['whole', 'partial']),
  totals: z.array(ChargeTotal),
})
export type AccountCharges = z.infer<typeof AccountCharges>

/** The scope of `charges.list`: an instrument (`null`: all transactions), and a period (`null`: open). */
export const chargeScope = {
  symbol: InstrumentSymbol.nullable(),
  from: Instant.nullable(),
  to: Instant.nullable(),
}
