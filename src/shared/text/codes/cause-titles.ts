import { m } from '../../messages/messages.js'
import type { CauseKind } from '../../model/ledger/ledger.ts'
import { texts } from '../../texts.ts'

/** Each cause in a few words without amounts, so that privacy mode can show it. */
export const causeTitles: Readonly<Record<CauseKind, string>> = texts({
  'not-loaded': m.reconciliation_not_loaded_inline,
  unsettled: m.reconciliation_not_settled_yet,
  'missing-row': m.reconciliation_missing_transaction,
  'extra-row': m.reconciliation_extra_transaction,
  'doubled-row': m.reconciliation_transaction_listed_twice,
  sign: m.reconciliation_wrong_sign,
  split: m.common_split,
  'lot-size': m.reconciliation_lots_instead_of_pieces,
  'face-value': m.reconciliation_face_value_of_a_bond,
  amortization: m.common_amortization,
  'opening-balance': m.reconciliation_held_before_the_first_transaction,
  'commission-currency': m.reconciliation_commission_in_another_currency,
  rounding: m.reconciliation_rounding,
  'unreadable-row': m.reconciliation_unreadable_transaction,
  'lost-row': m.reconciliation_transaction_could_not_be_read,
  'withdrawn-row': m.reconciliation_transaction_no_longer_sent,
  'no-market': m.reconciliation_no_market,
  'lent-pieces': m.reconciliation_lent_pieces,
  'exchange-booking': m.reconciliation_exchange_booking,
})
