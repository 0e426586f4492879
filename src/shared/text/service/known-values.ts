const prefixed = (prefix: string, names: string): ReadonlySet<string> =>
  new Set(names.split(' ').map((name) => prefix + name))
const plain = (names: string): ReadonlySet<string> => prefixed('', names)

const availability = 'NOT_AVAILABLE AVAILABLE ACCOUNT_NOT_APPROVED'

/**
 * The values of each enumeration of the service that are known, as it sends them. Any other value was never seen: it is shown
 * as it is. Source: docs/service.md, “Enumerations”.
 */
export const knownValues = {
  accountType: plain('UNION FORTS MCT MC'),
  accountStatus: plain(
    'ACCOUNT_ACTIVE ACCOUNT_BLOCKED ACCOUNT_CLOSED ACCOUNT_SUSPENDED ACCOUNT_STATUS_ACTIVE ACCOUNT_STATUS_BLOCKED ACCOUNT_STATUS_CLOSED ACCOUNT_STATUS_SUSPENDED',
  ),
  sessionType: plain(
    'CLOSED EARLY_TRADING OPENING_AUCTION CORE_TRADING CLEARING LATE_TRADING CLOSING_AUCTION INTRADAY_AUCTION PRE_MARKET POST_MARKET MORNING_SESSION MAIN_SESSION EVENING_SESSION WEEKEND_TRADING',
  ),
  orderStatus: prefixed(
    'ORDER_STATUS_',
    'UNSPECIFIED NEW PARTIALLY_FILLED FILLED DONE_FOR_DAY CANCELED REPLACED PENDING_CANCEL REJECTED SUSPENDED PENDING_NEW EXPIRED FAILED FORWARDING WAIT DENIED_BY_BROKER REJECTED_BY_EXCHANGE WATCHING EXECUTED DISABLED LINK_WAIT SL_GUARD_TIME SL_EXECUTED SL_FORWARDING TP_GUARD_TIME TP_EXECUTED TP_CORRECTION TP_FORWARDING TP_CORR_GUARD_TIME',
  ),
  side: prefixed('SIDE_', 'UNSPECIFIED BUY SELL'),
  orderType: prefixed('ORDER_TYPE_', 'UNSPECIFIED MARKET LIMIT STOP STOP_LIMIT MULTI_LEG'),
  timeInForce: prefixed(
    'TIME_IN_FORCE_',
    'UNSPECIFIED DAY GOOD_TILL_CANCEL GOOD_TILL_CROSSING EXT ON_OPEN ON_CLOSE IOC FOK',
  ),
  stopCondition: prefixed('STOP_CONDITION_', 'UNSPECIFIED LAST_UP LAST_DOWN'),
  validBefore: prefixed('VALID_BEFORE_', 'UNSPECIFIED END_OF_DAY GOOD_TILL_CANCEL GOOD_TILL_DATE'),
  takeProfitSpread: prefixed('TP_SPREAD_MEASURE_', 'UNDEFINED VALUE PERCENT'),
  quoteLevel: prefixed(
    'QUOTE_LEVEL_',
    'UNSPECIFIED LAST_PRICE BEST_BID_OFFER DEPTH_OF_MARKET DEPTH_OF_BOOK ACCESS_FORBIDDEN',
  ),
  priceType: plain('UNKNOWN POSITIVE NON_NEGATIVE ANY'),
  longable: plain(availability),
  shortable: plain(`${availability} HTB AVAILABLE_STRATEGY`),
  transactionCategory: plain(
    'OTHERS DEPOSIT WITHDRAW INCOME COMMISSION TAX INHERITANCE TRANSFER CONTRACT_TERMINATION OUTCOMES FINE LOAN',
  ),
  reportStatus: plain('NOT_FOUND PENDING IN_PROGRESS SUCCESS ERROR'),
  bondEvent: plain('UNSPECIFIED COUPON AMORTIZATION OFFER'),
  offerType: plain('PUT CALL'),
  conversionType: plain(
    'CONVTYPE_UNKNOWN BUYBACK CALL_OPTION_EXERCISED DRAWINGS DRAWINGS_BY_LOTTERY EARLY_CONVERSION MATURITY ORDINARY PUT_OPTION_EXERCISED TENDER_OFFER',
  ),
  optionType: prefixed('TYPE_', 'UNSPECIFIED CALL PUT'),
  bookAction: prefixed('ACTION_', 'UNSPECIFIED REMOVE ADD UPDATE'),
  assetType: plain('EQUITIES BONDS FUTURES FUNDS SPREADS CURRENCIES OPTIONS SWAPS INDICES OTHER'),
} satisfies Record<string, ReadonlySet<string>>

/** An enumeration of the service. */
export type EnumerationName = keyof typeof knownValues

const optionalPrefixes = /^(?:SESSION_TYPE|ACCOUNT_TYPE|ASSET_TYPE|PRICE_TYPE|TRANSACTION_CATEGORY|BOND_EVENT_TYPE)_/

/** A value without the prefix that the service sends for some values and not for others. */
export const withoutPrefix = (value: string): string => value.replace(optionalPrefixes, '')

/** Whether a value of an enumeration is known, with or without its optional prefix; a value that was not sent is. */
export const isKnownValue = (enumeration: EnumerationName, value: string): boolean =>
  value === '' || [value, withoutPrefix(value)].some((name) => knownValues[enumeration].has(name))

/** Whether a session is one in which the market is closed. In an auction and in clearing it is not closed. */
export const isClosedSession = ({ type }: { readonly type: string }): boolean => withoutPrefix(type) === 'CLOSED'
