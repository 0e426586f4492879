import { m } from '../messages/messages.js'
import type { RemainderPart } from '../model/ledger/performance.ts'
import { texts } from '../texts.ts'

/** The title of each part of the remainder. */
export const remainderReasons: Readonly<Record<RemainderPart['reason'], string>> = texts({
  'unknown-kind': m.performance_transactions_of_unknown_kind,
  'no-instrument': m.performance_trades_that_name_no_instrument,
  'unknown-cost': m.performance_pieces_whose_cost_is_not_known,
  'other-currency': m.performance_trades_in_another_currency,
  exchange: m.performance_money_exchanged,
  difference: m.performance_stated_by_the_service_beyond_the_transactions,
})
