import { z } from 'zod'
import { m } from '../messages/messages.js'
import { AccountCharges, chargeScope, TransactionCharges } from '../model/ledger/charges.ts'
import { LedgerState, OpenLot, QuantityPoint, Reconciliation } from '../model/ledger/ledger.ts'
import { AccountId, Decimal, InstrumentSymbol } from '../model/values.ts'
import { AccountScope } from './portfolio.ts'
import { nothing, request } from './request.ts'

/** What follows from the rows: lots, quantities, and whether the service's figures agree with its rows. */
export const ledgerRequests = {
  'reconciliation.read': request(AccountScope, z.array(Reconciliation)),
  /**
   * A person's own balance before the first row: pieces of a symbol or money of a currency, exactly one of them. An amount
   * of `null` removes it.
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
  /** Every change since the first row, oldest first. */
  'positions.quantities': request(
    z.strictObject({ accountId: AccountId, symbol: InstrumentSymbol }),
    z.array(QuantityPoint),
  ),
  /** Commissions and taxes by account: how much of them belongs to trades and payments, and how much is left to the account. */
  'charges.list': request(AccountScope.extend(chargeScope), z.array(AccountCharges)),
  /** Whose a commission or tax is, or which charges a trade or payment has. */
  'charges.read': request(z.strictObject({ accountId: AccountId, id: z.string().max(256) }), TransactionCharges),
  'ledger.state': request(nothing, LedgerState),
}
