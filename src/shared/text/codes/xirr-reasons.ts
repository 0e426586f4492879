import { m } from '../../messages/messages.js'
import type { XirrReason } from '../../model/ledger/returns.ts'
import { texts } from '../../texts.ts'

/** Why there is no annual money-weighted return. */
export const xirrReasons: Readonly<Record<XirrReason, string>> = texts({
  'short-period': m.performance_under_a_year,
  'no-flows': m.performance_there_is_no_value_and_no_deposit,
  'no-rate': m.performance_no_rate_fits,
  'several-rates': m.performance_none_is_chosen,
  'more-lost': m.performance_reasons_more_lost,
  'unknown-value': m.performance_value_or_deposit_unknown,
  'unknown-money': m.performance_reasons_unknown_flows,
})
