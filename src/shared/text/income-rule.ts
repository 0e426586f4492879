import { inEnglish } from '../language.ts'
import { m } from '../messages/messages.js'
import type { IncomeReason } from '../model/ledger/income-reason.ts'

interface Values {
  readonly count: number
  readonly date: string
  readonly symbols: string
  readonly oldRatio: string
  readonly newRatio: string
  readonly from: string
  readonly to: string
  readonly implied: string
  readonly known: string
}

const sentences: Readonly<Record<IncomeReason['code'], (values: Values) => string>> = {
  served: m.income_rules_served,
  'served-times-pieces-now': m.income_rules_served_times_pieces_now,
  'no-amount-stated': m.income_rules_no_amount_stated,
  'value-times-pieces': m.income_rules_value_times_pieces,
  'value-times-uncertain-pieces': m.income_rules_value_times_uncertain_pieces,
  'dividend-times-pieces': m.income_rules_dividend_times_pieces,
  maturity: m.income_rules_maturity,
  'typed-maturity': m.income_rules_typed_maturity,
  'expiry-date': m.income_rules_expiry_date,
  'same-coupon': ({ date, count }) => m.income_rules_same_coupon({ date, days: count }),
  'monthly-payer': m.income_rules_monthly_payer,
  'quarterly-payer': m.income_rules_quarterly_payer,
  'half-yearly-payer': m.income_rules_half_yearly_payer,
  'annual-payer': m.income_rules_annual_payer,
  'split-from-rows': m.income_rules_split_from_rows,
  'rows-pay-it': m.income_rules_rows_pay_it,
  'more-than-expected': m.income_rules_more_than_expected,
  'less-than-expected': m.income_rules_less_than_expected,
  'payment-was-reversed': m.income_rules_payment_was_reversed,
  'no-row-pays-it': m.income_rules_no_row_pays_it,
  'no-row-yet': ({ count }) => m.income_rules_no_row_yet({ days: count }),
  'no-row-in-time': ({ count }) => m.income_rules_no_row_in_time({ days: count }),
  'perhaps-nothing-was-due': m.income_rules_perhaps_nothing_was_due,
  'pays-nothing': m.income_rules_pays_nothing,
  'due-is-not-known': m.income_rules_due_is_not_known,
  'history-not-loaded': m.income_rules_history_not_loaded,
  'fits-several-events': m.income_rules_fits_several_events,
  'no-event-served': m.income_rules_no_event_served,
  'no-pieces-at-the-date': m.income_rules_no_pieces_at_the_date,
  'pays-a-loan': m.income_rules_pays_a_loan,
  'issuer-of-several': m.income_rules_issuer_of_several,
  'no-instrument-named': m.income_rules_no_instrument_named,
  'events-not-read': m.income_rules_events_not_read,
  'split-ratio': m.income_rules_split_ratio,
  'tax-not-assigned': ({ count }) => m.income_rules_tax_not_assigned({ count }),
  'perhaps-pays': m.income_rules_perhaps_pays,
  'perhaps-paid-by': m.income_rules_perhaps_paid_by,
  'paid-in-other-currency': m.income_rules_paid_in_other_currency,
  'implied-rate': m.income_rules_implied_rate,
  'implied-rate-is-near': m.income_rules_implied_rate_is_near,
  'implied-rate-is-far': m.income_rules_implied_rate_is_far,
}

const asItIs = (date: string): string => date

/** How the state and the expected amount of an event were found, in the current language. */
export const incomeRule = (reasons: readonly IncomeReason[], formatDate: (date: string) => string = asItIs): string =>
  reasons
    .map(({ code, count = 0, date, symbols = [], ratio, rate }) =>
      sentences[code]({
        count,
        date: date === undefined ? '' : formatDate(date),
        symbols: symbols.join(', '),
        oldRatio: ratio?.old ?? '',
        newRatio: ratio?.new ?? '',
        from: rate?.from ?? '',
        to: rate?.to ?? '',
        implied: rate?.implied ?? '',
        known: rate?.known ?? '',
      }),
    )
    .join(' ')

/** The same in English, for output that programs read. */
export const englishIncomeRule = (reasons: readonly IncomeReason[]): string => inEnglish(() => incomeRule(reasons))
