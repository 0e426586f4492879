import { z } from 'zod'
import { m } from '../messages/messages.js'
import { AccountCharges, chargeScope, TransactionCharges } from '../model/ledger/charges.ts'
import { LedgerState, OpenLot, QuantityPoint, Reconciliation } from '../model/ledger/ledger.ts'
import { AccountId, Decimal, InstrumentSymbol } from '../model/values.ts'
import { AccountScope } from './portfolio.ts'
import { nothing, request } from './request.ts'

/** Figures derived from the transactions: lots, quantities, and whether they agree with the figures of the service. */
export const ledgerRequests = {
  'reconciliation.read': request(AccountScope, z.array(Reconciliation)),
  /**
   * Sets the balance of an account before its first transaction: either pieces of a symbol or money of a currency. An
   * amount of `null` removes it.
   */
  'reconciliation.setOpening': request(
    z
      .strictObject({
        accountId: AccountId,
        symbol: InstrumentSymbol.nullable(),
        currency: z.string().min(1).max(16).nullable(),
        amount: Decimal.nullable(),
      })
      .refine(({ symbol, currency }) => (symbol === null) !== (currency === null), {
        error: m.model_name_a_symbol_or_a_currency,
      }),
    nothing,
  ),
  'lots.list': request(AccountScope.extend({ symbol: InstrumentSymbol.nullable() }), z.array(OpenLot)),
  /** Every change of the quantity since the first transaction, oldest first. */
  'positions.quantities': request(
    z.strictObject({ accountId: AccountId, symbol: InstrumentSymbol }),
    z.array(QuantityPoint),
  ),
  /**
   * Commissions and taxes by account: the part that belongs to trades and payments, and the part that belongs to the
   * account only.
   */
  'charges.list': request(AccountScope.extend(chargeScope), z.array(AccountCharges)),
  /** The owner of a commission or tax, or the charges of a trade or payment. */
  'charges.read': request(z.strictObject({ accountId: AccountId, id: z.string().max(256) }), TransactionCharges),
  'ledger.state': request(nothing, LedgerState),
}
