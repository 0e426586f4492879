import { z } from 'zod'
import { TransactionKind } from '../transaction/transaction.ts'
import { AccountId, Decimal, Instant, InstrumentSymbol, Money } from '../values.ts'

/** A row beside another one: a charge, or what it belongs to. */
export const LinkedRow = z.object({
  id: z.string(),
  at: Instant,
  kind: TransactionKind,
  name: z.string(),
  /** Empty for movements of money alone. */
  symbol: z.string(),
  money: Money.nullable(),
})
export type LinkedRow = z.infer<typeof LinkedRow>

/** Whose a commission or a tax is. */
export const ChargeOwner = z.object({
  /**
   * One row; the fills of one order; several of which nothing decides (all are named); the account, because no trade or
   * payment fits; or unknown, because rows near it are not loaded.
   */
  of: z.enum(['row', 'order', 'ambiguous', 'account', 'not-loaded']),
  rows: z.array(LinkedRow),
})
export type ChargeOwner = z.infer<typeof ChargeOwner>

/** The charges around one transaction. */
export const TransactionCharges = z.object({
  /** Of a commission or a tax; `null` for any other transaction. */
  owner: ChargeOwner.nullable(),
  /** Commissions and taxes that belong to it, or to all fills of its order. */
  charges: z.array(LinkedRow),
  /** Those that may belong to it as well as to other rows. */
  possible: z.array(LinkedRow),
  /** Fills of its order, with it, that the charges belong to; 0 without charges. */
  rowCount: z.int().min(0),
  /**
   * The money of those rows, their charges (positive for what was paid), and the rest; `null` without charges, or where
   * they are of several currencies. `net` is `null` while a charge may belong to other rows.
   */
  money: z
    .object({ currency: z.string(), gross: Decimal, fees: Decimal, taxes: Decimal, net: Decimal.nullable() })
    .nullable(),
  /** Whether all rows near it are loaded; otherwise nothing is attributed. */
  isLoaded: z.boolean(),
})
export type TransactionCharges = z.infer<typeof TransactionCharges>

/** Charges of one kind in one currency; positive for what was paid. */
export const ChargeTotal = z.object({
  currency: z.string(),
  kind: z.enum(['commission', 'tax']),
  /** Of a trade or payment, or of the fills of one order. */
  attributed: Decimal,
  /** Without a trade or payment that fits: left to the account. */
  ofAccount: Decimal,
  /** Several trades or payments fit. */
  ambiguous: Decimal,
  count: z.int().min(0),
})
export type ChargeTotal = z.infer<typeof ChargeTotal>

/** The charges of an account, or of one instrument in it. */
export const AccountCharges = z.object({
  accountId: AccountId,
  /** `partial`: a part of the asked time is not loaded, so no total is given. */
  coverage: z.enum(['whole', 'partial']),
  totals: z.array(ChargeTotal),
})
export type AccountCharges = z.infer<typeof AccountCharges>

/** What `charges.list` is asked for: an instrument (`null`: all rows), and a part of time (`null`: open). */
export const chargeScope = {
  symbol: InstrumentSymbol.nullable(),
  from: Instant.nullable(),
  to: Instant.nullable(),
}
