import { m } from '../messages/messages.js'
import { texts } from '../texts.ts'
import { withoutPrefix } from './service/known-values.ts'

/**
 * The names of the service's enumerations as text on screen. A name is kept with its prefix if the name alone could belong
 * to several enumerations, for example "DAY". New names appear: docs/service.md, “Enumerations”.
 */
const words: Readonly<Record<string, string>> = texts({
  // Order status
  ORDER_STATUS_UNSPECIFIED: m.names_order_status_unspecified,
  ORDER_STATUS_NEW: m.names_order_status_new,
  ORDER_STATUS_PARTIALLY_FILLED: m.names_order_status_partially_filled,
  ORDER_STATUS_DONE_FOR_DAY: m.names_order_status_done_for_day,
  ORDER_STATUS_CANCELED: m.names_order_status_canceled,
  ORDER_STATUS_PENDING_CANCEL: m.names_order_status_pending_cancel,
  ORDER_STATUS_PENDING_NEW: m.names_order_status_pending_new,
  ORDER_STATUS_FORWARDING: m.names_order_status_forwarding,
  ORDER_STATUS_WAIT: m.names_order_status_wait,
  ORDER_STATUS_DENIED_BY_BROKER: m.names_order_status_denied_by_broker,
  ORDER_STATUS_REJECTED_BY_EXCHANGE: m.names_order_status_rejected_by_exchange,
  ORDER_STATUS_WATCHING: m.names_order_status_watching,
  ORDER_STATUS_LINK_WAIT: m.names_order_status_link_wait,
  ORDER_STATUS_SL_GUARD_TIME: m.names_order_status_sl_guard_time,
  ORDER_STATUS_SL_EXECUTED: m.names_order_status_sl_executed,
  ORDER_STATUS_SL_FORWARDING: m.names_order_status_sl_forwarding,
  ORDER_STATUS_TP_GUARD_TIME: m.names_order_status_tp_guard_time,
  ORDER_STATUS_TP_EXECUTED: m.names_order_status_tp_executed,
  ORDER_STATUS_TP_CORRECTION: m.names_order_status_tp_correction,
  ORDER_STATUS_TP_FORWARDING: m.names_order_status_tp_forwarding,
  ORDER_STATUS_TP_CORR_GUARD_TIME: m.names_order_status_tp_corr_guard_time,
  ORDER_STATUS_REPLACED: m.names_order_status_replaced,
  ORDER_STATUS_SUSPENDED: m.names_order_status_suspended,
  ORDER_STATUS_FAILED: m.names_order_status_failed,
  ORDER_STATUS_EXECUTED: m.names_order_status_executed,
  ORDER_STATUS_DISABLED: m.names_order_status_disabled,
  ORDER_STATUS_PENDING_REVIEW: m.names_order_status_pending_review,
  // Order type, time in force, validity, stop condition, take-profit spread
  ORDER_TYPE_MULTI_LEG: m.names_order_type_multi_leg,
  TIME_IN_FORCE_DAY: m.names_time_in_force_day,
  TIME_IN_FORCE_GOOD_TILL_CANCEL: m.names_time_in_force_good_till_cancel,
  TIME_IN_FORCE_GOOD_TILL_CROSSING: m.names_time_in_force_good_till_crossing,
  TIME_IN_FORCE_EXT: m.names_time_in_force_ext,
  TIME_IN_FORCE_ON_OPEN: m.names_time_in_force_on_open,
  TIME_IN_FORCE_ON_CLOSE: m.names_time_in_force_on_close,
  TIME_IN_FORCE_IOC: m.names_time_in_force_ioc,
  TIME_IN_FORCE_FOK: m.names_time_in_force_fok,
  VALID_BEFORE_END_OF_DAY: m.names_valid_before_end_of_day,
  VALID_BEFORE_GOOD_TILL_CANCEL: m.names_valid_before_good_till_cancel,
  VALID_BEFORE_GOOD_TILL_DATE: m.names_valid_before_good_till_date,
  STOP_CONDITION_LAST_UP: m.words_once_the_last_price_rises_to_it,
  STOP_CONDITION_LAST_DOWN: m.words_once_the_last_price_falls_to_it,
  TP_SPREAD_MEASURE_VALUE: m.names_tp_spread_measure_value,
  TP_SPREAD_MEASURE_PERCENT: m.names_tp_spread_measure_percent,
  // Types of instruments whose names need a translation table
  OTHER: m.names_other,
  // Parts of the trading day
  EARLY_TRADING: m.names_early_trading,
  MORNING_SESSION: m.names_early_trading,
  PRE_MARKET: m.names_pre_market,
  OPENING_AUCTION: m.names_opening_auction,
  CORE_TRADING: m.names_core_trading,
  MAIN_SESSION: m.names_core_trading,
  INTRADAY_AUCTION: m.names_intraday_auction,
  CLOSING_AUCTION: m.names_closing_auction,
  POST_MARKET: m.names_post_market,
  LATE_TRADING: m.names_late_trading,
  EVENING_SESSION: m.names_late_trading,
  WEEKEND_TRADING: m.names_weekend_trading,
  CLEARING: m.names_clearing,
  CLOSED: m.names_closed,
  // Categories of transactions
  OTHERS: m.names_others,
  OUTCOMES: m.names_outcomes,
  WITHDRAW: m.names_withdraw,
  DEPOSIT: m.kinds_deposit,
  INCOME: m.common_income,
  COMMISSION: m.kinds_commission,
  TAX: m.income_tax,
  INHERITANCE: m.kinds_inheritance,
  TRANSFER: m.names_transfer,
  CONTRACT_TERMINATION: m.kinds_contract_termination,
  FINE: m.kinds_fine,
  LOAN: m.kinds_loan,
  // Bond events and the types of offers
  COUPON: m.income_coupon,
  AMORTIZATION: m.common_amortization,
  OFFER: m.income_offer,
  PUT: m.names_put,
  CALL: m.names_call,
  // Splits
  CONVTYPE_UNKNOWN: m.names_convtype_unknown,
  BUYBACK: m.names_buyback,
  CALL_OPTION_EXERCISED: m.names_call_option_exercised,
  PUT_OPTION_EXERCISED: m.names_put_option_exercised,
  EARLY_CONVERSION: m.names_early_conversion,
  MATURITY: m.names_maturity,
  ORDINARY: m.names_ordinary,
  TENDER_OFFER: m.names_tender_offer,
  DRAWINGS_BY_LOTTERY: m.names_drawings_by_lottery,
  DRAWINGS: m.names_drawings,
  // Accounts
  UNION: m.names_union,
  FORTS: m.names_forts,
  MC: m.names_mc,
  MCT: m.names_mct,
  ACCOUNT_ACTIVE: m.names_account_active,
  ACCOUNT_BLOCKED: m.names_account_blocked,
  ACCOUNT_CLOSED: m.names_account_closed,
  ACCOUNT_SUSPENDED: m.names_account_suspended,
  // Names that mean the same in every enumeration
  UNSPECIFIED: m.names_order_status_unspecified,
  UNDEFINED: m.names_order_status_unspecified,
  UNKNOWN: m.names_order_status_unspecified,
  BUY: m.names_buy,
  SELL: m.names_sell,
  MARKET: m.names_market,
  LIMIT: m.names_limit,
  STOP: m.names_stop,
  STOP_LIMIT: m.names_stop_limit,
  FILLED: m.names_filled,
  REJECTED: m.names_rejected,
  EXPIRED: m.names_expired,
  EQUITIES: m.names_equities,
  BONDS: m.names_bonds,
  FUNDS: m.names_funds,
  FUTURES: m.names_futures,
  OPTIONS: m.names_options,
  CURRENCIES: m.names_currencies,
  INDICES: m.names_indices,
  SPREADS: m.names_spreads,
  SWAPS: m.names_swaps,
  ACCESS_FORBIDDEN: m.names_access_forbidden,
  LAST_PRICE: m.names_last_price,
  BEST_BID_OFFER: m.names_best_bid_offer,
  DEPTH_OF_BOOK: m.names_depth_of_book,
  DEPTH_OF_MARKET: m.names_depth_of_market,
})

/** A name of the service ("SIDE_BUY", "STOP_LIMIT") in lower-case words, without its prefix; unknown names stay recognisable. */
export function wordsOf(name: string, prefix = ''): string {
  const plain = withoutPrefix(name).replace(/^ACCOUNT_STATUS_/, 'ACCOUNT_')
  const own = plain.startsWith(prefix) ? plain.slice(prefix.length) : plain
  return words[plain] ?? words[own] ?? own.replaceAll('_', ' ').toLowerCase()
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The same with a capital letter: "EQUITIES" → "Equities"; `missing` if nothing was sent. */
export const titleOf = (name: string | null, missing: string, prefix = ''): string =>
  name === null || name === '' ? missing : capitalise(wordsOf(name, prefix))
