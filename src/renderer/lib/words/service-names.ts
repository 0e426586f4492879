import { m } from '../../../shared/messages/messages.js'
import { texts } from '../../../shared/texts.ts'

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Names of the service that have a translation; in English they are the words of the name. */
const translated: Readonly<Record<string, string>> = texts({
  BUY: m.names_buy,
  SELL: m.names_sell,
  MARKET: m.names_market,
  LIMIT: m.names_limit,
  STOP: m.names_stop,
  STOP_LIMIT: m.names_stop_limit,
  MULTI_LEG: m.names_multi_leg,
  NEW: m.names_new,
  PARTIALLY_FILLED: m.names_partially_filled,
  FILLED: m.names_filled,
  CANCELED: m.names_canceled,
  REJECTED: m.names_rejected,
  EXPIRED: m.names_expired,
  PENDING_NEW: m.names_pending_new,
  PENDING_CANCEL: m.names_pending_cancel,
  DAY: m.names_day,
  GOOD_TILL_CANCEL: m.names_good_till_cancel,
  GOOD_TILL_DATE: m.names_good_till_date,
  EQUITIES: m.names_equities,
  BONDS: m.names_bonds,
  FUNDS: m.names_funds,
  FUTURES: m.names_futures,
  OPTIONS: m.names_options,
  CURRENCIES: m.names_currencies,
  INDICES: m.names_indices,
  SPREADS: m.names_spreads,
  SWAPS: m.names_swaps,
  OTHER: m.names_other,
  OTHERS: m.names_others,
  ACCESS_FORBIDDEN: m.names_access_forbidden,
  LAST_PRICE: m.names_last_price,
  BEST_BID_OFFER: m.names_best_bid_offer,
  DEPTH_OF_BOOK: m.names_depth_of_book,
  DEPTH_OF_MARKET: m.names_depth_of_market,
})

/** Converts a name of the service ("SIDE_BUY", "STOP_LIMIT") to lower-case words, without a prefix. */
export function wordsOf(name: string, prefix = ''): string {
  const own = name.startsWith(prefix) ? name.slice(prefix.length) : name
  return translated[own] ?? own.replaceAll('_', ' ').toLowerCase()
}

/** The same with a capital letter: "EQUITIES" → "Equities"; `missing` if nothing was sent. */
export const titleOf = (name: string | null, missing: string, prefix = ''): string =>
  name === null || name === '' ? missing : capitalise(wordsOf(name, prefix))
