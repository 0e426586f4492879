/**
 * The names of the service's enumerations in words, for every place that shows them. Names with a prefix are kept whole,
 * because "DAY" or "LIMIT" alone could belong to several enumerations. Source: field notes, "Enums".
 */
const words: Readonly<Record<string, string>> = {
  // Order status
  ORDER_STATUS_UNSPECIFIED: 'not reported',
  ORDER_STATUS_NEW: 'working',
  ORDER_STATUS_PARTIALLY_FILLED: 'partly filled',
  ORDER_STATUS_DONE_FOR_DAY: 'done for the day',
  ORDER_STATUS_CANCELED: 'cancelled',
  ORDER_STATUS_PENDING_CANCEL: 'being cancelled',
  ORDER_STATUS_PENDING_NEW: 'being placed',
  ORDER_STATUS_FORWARDING: 'on its way to the exchange',
  ORDER_STATUS_WAIT: 'waiting',
  ORDER_STATUS_DENIED_BY_BROKER: 'rejected by the broker',
  ORDER_STATUS_REJECTED_BY_EXCHANGE: 'rejected by the exchange',
  ORDER_STATUS_WATCHING: 'watching the price',
  ORDER_STATUS_LINK_WAIT: 'waiting for a linked order',
  ORDER_STATUS_SL_GUARD_TIME: 'stop loss: waiting time',
  ORDER_STATUS_SL_EXECUTED: 'stop loss executed',
  ORDER_STATUS_SL_FORWARDING: 'stop loss on its way to the exchange',
  ORDER_STATUS_TP_GUARD_TIME: 'take profit: waiting time',
  ORDER_STATUS_TP_EXECUTED: 'take profit executed',
  ORDER_STATUS_TP_CORRECTION: 'take profit follows the price',
  ORDER_STATUS_TP_FORWARDING: 'take profit on its way to the exchange',
  ORDER_STATUS_TP_CORR_GUARD_TIME: 'take profit follows the price: waiting time',
  // Order type, time in force, validity, stop condition, take-profit spread
  ORDER_TYPE_MULTI_LEG: 'several legs',
  TIME_IN_FORCE_DAY: 'today',
  TIME_IN_FORCE_GOOD_TILL_CANCEL: 'until cancelled',
  TIME_IN_FORCE_EXT: 'extended session',
  TIME_IN_FORCE_ON_OPEN: 'at the open',
  TIME_IN_FORCE_ON_CLOSE: 'at the close',
  TIME_IN_FORCE_IOC: 'immediate or cancel',
  TIME_IN_FORCE_FOK: 'fill or kill',
  VALID_BEFORE_END_OF_DAY: 'end of the day',
  VALID_BEFORE_GOOD_TILL_CANCEL: 'until cancelled',
  VALID_BEFORE_GOOD_TILL_DATE: 'until a date',
  STOP_CONDITION_LAST_UP: 'once the last price rises to it',
  STOP_CONDITION_LAST_DOWN: 'once the last price falls to it',
  TP_SPREAD_MEASURE_VALUE: 'price units',
  TP_SPREAD_MEASURE_PERCENT: 'percent',
  // Types of instruments that are not plain words
  OTHER: 'other instruments',
  // Parts of the trading day
  EARLY_TRADING: 'morning session',
  OPENING_AUCTION: 'opening auction',
  CORE_TRADING: 'main session',
  LATE_TRADING: 'evening session',
  // Categories of transactions
  OTHERS: 'other',
  OUTCOMES: 'expenses',
  WITHDRAW: 'withdrawal',
  // Splits
  CONVTYPE_UNKNOWN: 'kind not reported',
  DRAWINGS_BY_LOTTERY: 'redemption by lottery',
  DRAWINGS: 'partial redemption',
  // Accounts
  UNION: 'unified account',
  ACCOUNT_ACTIVE: 'active',
}

/** A name of the service ("SIDE_BUY", "STOP_LIMIT") in lower-case words, without its prefix; unknown names stay recognisable. */
export const wordsOf = (name: string, prefix = ''): string =>
  words[name] ?? (name.startsWith(prefix) ? name.slice(prefix.length) : name).replaceAll('_', ' ').toLowerCase()

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The same with a capital letter: "EQUITIES" → "Equities"; `missing` if nothing was sent. */
export const titleOf = (name: string | null, missing: string, prefix = ''): string =>
  name === null || name === '' ? missing : capitalise(wordsOf(name, prefix))
