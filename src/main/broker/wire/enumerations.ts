import { noteUnknownValue } from './observed.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const prefixed = (prefix: string, text: string): ReadonlySet<string> =>
  new Set(text.split(' ').map((name) => `${prefix}_${name}`))

/**
 * The values that the enumerations of the service were seen to have, by our names for them. Other values are shown as they
 * are and counted. Source: docs/service.md, “Enumerations”.
 */
const known = {
  'account-status': words('ACCOUNT_ACTIVE ACCOUNT_STATUS_ACTIVE'),
  'account-type': words('UNION FORTS MCT MC'),
  availability: words('NOT_AVAILABLE AVAILABLE ACCOUNT_NOT_APPROVED HTB AVAILABLE_STRATEGY'),
  'bond-event': words('UNSPECIFIED COUPON AMORTIZATION OFFER'),
  'book-action': prefixed('ACTION', 'UNSPECIFIED REMOVE ADD UPDATE'),
  'instrument-type': words('EQUITIES BONDS FUTURES FUNDS SPREADS CURRENCIES OPTIONS SWAPS INDICES OTHER'),
  'offer-type': words('PUT CALL'),
  'option-type': prefixed('TYPE', 'UNSPECIFIED CALL PUT'),
  'order-status': prefixed(
    'ORDER_STATUS',
    'UNSPECIFIED NEW PARTIALLY_FILLED FILLED DONE_FOR_DAY CANCELED REPLACED PENDING_CANCEL REJECTED SUSPENDED PENDING_NEW ' +
      'PENDING_REVIEW EXPIRED FAILED FORWARDING WAIT DENIED_BY_BROKER REJECTED_BY_EXCHANGE WATCHING EXECUTED DISABLED LINK_WAIT ' +
      'SL_GUARD_TIME SL_EXECUTED SL_FORWARDING TP_GUARD_TIME TP_EXECUTED TP_CORRECTION TP_FORWARDING TP_CORR_GUARD_TIME',
  ),
  'order-type': prefixed('ORDER_TYPE', 'UNSPECIFIED MARKET LIMIT STOP STOP_LIMIT MULTI_LEG'),
  'price-type': words('UNKNOWN POSITIVE NON_NEGATIVE ANY'),
  'quote-level': prefixed(
    'QUOTE_LEVEL',
    'UNSPECIFIED LAST_PRICE BEST_BID_OFFER DEPTH_OF_MARKET DEPTH_OF_BOOK ACCESS_FORBIDDEN',
  ),
  'report-status': words('NOT_FOUND PENDING IN_PROGRESS SUCCESS ERROR'),
  'session-type': words('CLOSED EARLY_TRADING OPENING_AUCTION CORE_TRADING CLEARING LATE_TRADING CLOSING_AUCTION'),
  side: prefixed('SIDE', 'UNSPECIFIED BUY SELL'),
  'split-type': words(
    'CONVTYPE_UNKNOWN BUYBACK CALL_OPTION_EXERCISED DRAWINGS DRAWINGS_BY_LOTTERY EARLY_CONVERSION MATURITY ORDINARY ' +
      'PUT_OPTION_EXERCISED TENDER_OFFER',
  ),
  'stop-condition': prefixed('STOP_CONDITION', 'UNSPECIFIED LAST_UP LAST_DOWN'),
  'take-profit-spread': prefixed('TP_SPREAD_MEASURE', 'UNDEFINED VALUE PERCENT'),
  'time-in-force': prefixed(
    'TIME_IN_FORCE',
    'UNSPECIFIED DAY GOOD_TILL_CANCEL GOOD_TILL_CROSSING EXT ON_OPEN ON_CLOSE IOC FOK',
  ),
  'transaction-category': words(
    'OTHERS DEPOSIT WITHDRAW INCOME COMMISSION TAX INHERITANCE TRANSFER CONTRACT_TERMINATION OUTCOMES FINE LOAN',
  ),
  'valid-before': prefixed('VALID_BEFORE', 'UNSPECIFIED END_OF_DAY GOOD_TILL_CANCEL GOOD_TILL_DATE'),
} as const

export type Enumeration = keyof typeof known

/** Returns the value unchanged, and notes it if it was never seen. An empty value is not stated. */
export function seen(enumeration: Enumeration, value: string): string {
  if (value !== '' && !known[enumeration].has(value)) noteUnknownValue(enumeration, value)
  return value
}
