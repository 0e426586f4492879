import { m } from '../../messages/messages.js'
import type { TwrReason } from '../../model/ledger/returns.ts'
import { texts } from '../../texts.ts'

/** Why a time-weighted return is unknown, or does not cover some days. */
export const twrReasons: Readonly<Record<TwrReason, string>> = texts({
  'no-value': m.performance_reasons_no_value,
  nothing: m.performance_reasons_nothing,
  'not-positive': m.performance_reasons_not_positive,
  'no-rate': m.performance_reasons_no_single_return,
  'unknown-money': m.performance_reasons_unknown_money,
  exchange: m.performance_reasons_exchange,
  future: m.performance_reasons_future,
  'low-coverage': m.performance_reasons_low_coverage,
})
