import { decimalOf } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { PriceShock } from '#shared/model/margin.ts'
import type { FilterCondition } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { PeriodPreset } from '#shared/period.ts'
import { texts } from '#shared/texts.ts'
import { dayHref } from '../../navigation/day-address.ts'
import { incomeHash } from '../../navigation/income-address.ts'
import { marginHash } from '../../navigation/margin-address.ts'
import { hashOf } from '../../navigation/transactions-address.ts'
import { askedDates, periodTitle, type AskedPeriod } from './asked-dates.ts'
import { figureAnswers, type Answer } from './figure-answers.ts'
import { returnAnswers } from './return-answers.ts'

/** The subjects of questions about a year or month. No kinds: all transactions. */
const groups: readonly {
  readonly title: string
  readonly words: string
  readonly kinds: readonly TransactionKind[]
}[] = texts([
  { title: m.search_all_transactions, words: m.search_all_transactions_words, kinds: [] },
  { title: m.search_commissions, words: m.search_commissions_words, kinds: ['commission'] },
  { title: m.common_taxes, words: m.search_taxes_words, kinds: ['tax'] },
  { title: m.search_dividends, words: m.search_dividends_alone_words, kinds: ['dividend'] },
  { title: m.search_coupons, words: m.search_coupons_words, kinds: ['coupon'] },
  { title: m.search_dividends_and_coupons, words: m.search_dividends_words, kinds: ['dividend', 'coupon'] },
  { title: m.search_deposits_and_withdrawals, words: m.search_deposits_words, kinds: ['deposit', 'withdrawal'] },
  { title: m.search_purchases, words: m.search_purchases_words, kinds: ['buy'] },
  { title: m.search_sales, words: m.search_sales_words, kinds: ['sell'] },
])

const presets: readonly { readonly preset: PeriodPreset; readonly title: string; readonly words: string }[] = texts([
  { preset: 'last-year', title: m.search_in_the_last_year, words: m.search_in_the_last_year_words },
  { preset: 'year', title: m.search_in_this_year, words: m.search_in_this_year_words },
  { preset: 'last-month', title: m.search_in_the_last_month, words: m.search_in_the_last_month_words },
  { preset: 'month', title: m.search_in_this_month, words: m.search_in_this_month_words },
])

interface PeriodChoice {
  readonly title: string
  readonly words: string
  /** `null` for all time. */
  readonly condition: Extract<FilterCondition, { readonly field: 'period' }> | null
}

/** The months or years in a text; without one, the most common periods. */
function periodsOf(asked: readonly AskedPeriod[]): PeriodChoice[] {
  if (asked.length === 0)
    return [
      ...presets.map(({ preset, title, words }) => ({
        title,
        words,
        condition: { field: 'period', from: null, to: null, preset, isNot: false } as const,
      })),
      { title: m.search_for_all_time(), words: m.search_for_all_time_words(), condition: null },
    ]
  return asked.map((period) => ({
    title: periodTitle(period),
    words: period.words,
    condition: { field: 'period', from: period.from, to: period.to, isNot: false },
  }))
}

/** The groups of instruments for "what if … fall by 10%", with their types in the service; `null` means all prices. */
const falls: readonly { readonly title: string; readonly type: string | null }[] = texts([
  { title: m.search_what_if_all_prices_fall, type: null },
  { title: m.search_what_if_bonds_fall, type: 'BONDS' },
  { title: m.search_what_if_shares_fall, type: 'EQUITIES' },
  { title: m.search_what_if_funds_fall, type: 'FUNDS' },
])
/** The currencies whose bonds can be selected alone, and the words that name them. */
const bondCurrencies: readonly { readonly currency: string; readonly words: string }[] = texts([
  { currency: 'RUB', words: m.search_rouble_words },
  { currency: 'USD', words: m.search_dollar_words },
  { currency: 'EUR', words: m.search_euro_words },
  { currency: 'CNY', words: m.search_yuan_words },
])
const tenth = decimalOf(-10)
const shockOf = (type: string | null): PriceShock =>
  type === null ? { by: 'all', key: null, percent: tenth } : { by: 'type', key: type, percent: tenth }

/** What the questions depend on. */
export interface AnswerContext {
  /** The typed text: dates, months and years in it are part of the questions. */
  readonly text: string
  /** Such as 2026-11-26. */
  readonly today: string
  /** Formats a date. */
  readonly dateText: (date: string) => string
}

/** "Value on 1 Aug 2026", "Commissions last year", "Taxes in 2024", "Positions with the largest loss", "What if bonds fall by 10%". */
export function listAnswers({ text, today, dateText }: AnswerContext): Answer[] {
  const { days, periods } = askedDates(text, today)
  return [
    ...days.map(({ date, words }) => ({
      title: m.search_value_on_date({ date: dateText(date) }),
      words: `${m.search_value_on_date_words()} ${words}`,
      hash: dayHref({ date: date < today ? date : null }),
      panel: 'day' as const,
    })),
    ...sums(periods),
    ...returnAnswers(periods, today),
    {
      title: m.search_what_expires_this_week(),
      words: m.search_what_expires_words(),
      hash: incomeHash('endings-this-week'),
      panel: 'income',
    },
    ...figureAnswers(),
    ...falls.map(({ title, type }) => ({
      title,
      words: m.search_what_if_words(),
      hash: marginHash({ shocks: [shockOf(type)] }),
      panel: 'shocks' as const,
    })),
    ...bondCurrencies.map(({ currency, words }) => ({
      title: m.search_what_if_bonds_in_currency_fall({ currency }),
      words: `${m.search_what_if_words()} ${words}`,
      hash: marginHash({ shocks: [{ by: 'type', key: 'BONDS', currency, percent: tenth }] }),
      panel: 'shocks' as const,
    })),
  ]
}

/** Each question opens the transactions of these kinds and this period; their totals are the answer. */
const sums = (asked: readonly AskedPeriod[]): Answer[] =>
  groups.flatMap(({ title, words, kinds }) =>
    periodsOf(asked)
      // The screen itself shows all transactions of all time.
      .filter(({ condition }) => condition !== null || kinds.length > 0)
      .map(({ title: period, words: more, condition }) => ({
        title: m.search_kinds_of_a_period({ kinds: title, period }),
        words: `${words} ${more}`,
        hash: hashOf({
          filter: {
            conditions: [
              ...(kinds.length === 0 ? [] : [{ field: 'kind' as const, values: [...kinds], isNot: false }]),
              ...(condition === null ? [] : [condition]),
            ],
            text: '',
          },
          direction: 'newest',
        }),
        panel: 'transactions' as const,
      })),
  )
