import { decimalOf } from '../../decimal.ts'
import { m } from '../../messages/messages.js'
import type { AlertText, AlertTextValues } from '../../model/alert-text.ts'
import type { Format } from '../format.ts'
import { incomeKinds } from '../income-words.ts'
import { keptText } from '../kept-text.ts'
import { wordsOf } from '../service-words.ts'

type Formats = Pick<Format, 'age' | 'count' | 'date' | 'quantity'>
type Given = AlertTextValues & { readonly format: Formats }
type Write = (given: Given) => string

/** The labels of facts, the values that are words, and the caveats. Stored notices have these codes: none may be removed. */
const writers = {
  account: m.common_account,
  'account-read': ({ ageMs, format }) => m.alerts_the_account_was_read_age_ms_ago({ ageMs: format.age(ageMs) }),
  and: m.alerts_and,
  available: m.alerts_available,
  away: m.alerts_away,
  before: m.day_before,
  cash: ({ name }) => m.alerts_owner_cash({ owner: name }),
  change: m.common_change,
  connection: m.alerts_connection,
  count: ({ count, format }) => (count === 0 ? m.alerts_none() : format.count(count)),
  coupon: m.income_coupon,
  date: m.income_date,
  'days-high': m.alerts_days_high,
  'days-low': m.alerts_days_low,
  'day-profit': m.day_days_profit,
  delayed: ({ count }) => m.alerts_the_market_data_is_delayed_by_delay({ delayMinutes: count }),
  differences: m.alerts_current_differences,
  dividend: m.income_dividend,
  equity: m.margin_equity,
  'equity-above-maintenance': m.alerts_equity_above_maintenance,
  'equity-below-requirement': m.alerts_equity_is_below_the_requirement,
  events: m.alerts_future_events,
  executed: m.alerts_executed,
  expected: m.income_expected,
  for: m.alerts_for,
  from: m.alerts_from,
  'in-use': m.alerts_in_use,
  income: ({ name }) => (isIncome(name) ? incomeKinds[name] : name),
  'initial-margin': m.alerts_initial_margin,
  last: m.alerts_last,
  'last-read': m.alerts_last_read,
  'leads-to-call': m.alerts_leads_to_a_call,
  live: m.connection_live,
  margin: m.alerts_margin,
  'market-closed': m.alerts_market_closed,
  'missing-payments': m.alerts_missing_payments,
  more: ({ count, format }) => m.alerts_more_more({ more: format.count(count) }),
  'move-leads-to-call': m.alerts_margin_call_by_move,
  'no-move-leads-to-call': m.alerts_no_margin_call_by_move,
  'not-covered': ({ names }) => m.alerts_not_covered_out({ out: nameSome(names) }),
  'not-included': ({ names }) => m.alerts_not_included_missing_whose_value_is_unknown({ missing: nameSome(names) }),
  now: m.margin_now,
  offer: m.income_offer,
  order: ({ name, names }) => `${wordsOf(name, 'SIDE_')} ${names.join(' ')}`.trim(),
  'order-status': ({ name }) => wordsOf(name, 'ORDER_STATUS_'),
  orders: m.alerts_matching_orders,
  'orders-read': ({ ageMs, format }) => m.alerts_the_orders_were_read_age_ms_ago({ ageMs: format.age(ageMs) }),
  'paid-on': m.alerts_paid_on,
  'previous-close': m.day_previous_close,
  'price-age': ({ ageMs, format }) => m.alerts_the_price_is_age_ms_old({ ageMs: format.age(ageMs) }),
  'price-in-percent': m.alerts_price_in_percent,
  'quote-read': ({ ageMs, format }) => m.alerts_the_quote_was_read_read_ms_ago({ readMs: format.age(ageMs) }),
  reports: m.alerts_downloaded_reports,
  since: m.alerts_since,
  split: m.common_split,
  'split-applied': (given) =>
    m.alerts_prices_from_before_the_split_new_ratio({ ...ratio(given), execDate: given.format.date(given.date) }),
  'split-on': (given) =>
    m.alerts_new_ratio_for_old_ratio_on_exec({ ...ratio(given), execDate: given.format.date(given.date) }),
  'split-ratio': (given) => m.alerts_new_ratio_for_old_ratio(ratio(given)),
  'split-today': (given) => m.alerts_a_split_new_ratio_for_old_ratio(ratio(given)),
  to: m.alerts_to,
  unrealized: m.performance_unrealized_profit,
  weight: m.alerts_weight,
} as const satisfies Readonly<Record<string, Write>>

export type AlertCode = keyof typeof writers

const one = decimalOf(1)
const none: AlertTextValues = { ageMs: 0, count: 0, name: '', names: [], date: '', ratio: { old: one, new: one } }

/** A text of an alert in the current language. A code of a newer version is shown as it is. */
export function alertText(text: AlertText, format: Formats): string {
  if (typeof text === 'string') return keptText(text)
  const { code, ...values } = text
  if (!isCode(code)) return code
  const write: Write = writers[code]
  return write(Object.assign({ format }, none, values))
}

/** Up to three names, and the number of the others. */
export const nameSome = (names: readonly string[]): string =>
  names.length <= 3
    ? names.join(', ')
    : m.alerts_names_and_count_more({ names: names.slice(0, 3).join(', '), count: names.length - 3 })

const isCode = (code: string): code is AlertCode => Object.hasOwn(writers, code)
const isIncome = (kind: string): kind is keyof typeof incomeKinds => Object.hasOwn(incomeKinds, kind)

const ratio = ({ ratio: { old, new: now }, format }: Given) => ({
  oldRatio: format.quantity(old),
  newRatio: format.quantity(now),
})
