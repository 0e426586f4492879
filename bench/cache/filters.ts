import { decimalOf } from '#shared/decimal.ts'
import type { FilterCondition, TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'

/** Filters by the name of their figure. */
type NamedFilters = Readonly<Record<string, TransactionFilter>>

const is = (
  field: 'account' | 'kind' | 'category' | 'symbol' | 'mic' | 'currency',
  ...values: string[]
): FilterCondition => ({
  field,
  values,
  isNot: false,
})
const not = (condition: FilterCondition): FilterCondition => ({ ...condition, isNot: true })
const period = (from: string, to: string): FilterCondition => ({
  field: 'period',
  from: Date.parse(from),
  to: Date.parse(to),
  isNot: false,
})
const amount = (min: number | null, max: number | null): FilterCondition => ({
  field: 'amount',
  min: min === null ? null : decimalOf(min),
  max: max === null ? null : decimalOf(max),
  isNot: false,
})
const trade: FilterCondition = { field: 'trade', isNot: false }
/** A filter with all of these conditions and no text. */
export const filter = (...conditions: FilterCondition[]): TransactionFilter => ({ conditions, text: '' })
const text = (words: string, ...conditions: FilterCondition[]): TransactionFilter => ({ conditions, text: words })

/** Filters with every kind of condition. Both symbols are in the set; the second has few rows. */
export const pageFilters = (symbol: string, rareSymbol: string): NamedFilters => ({
  account: filter(is('account', '1900002')),
  'account and category': filter(is('account', 'TRQD05:989213'), is('category', 'TAX')),
  'category is not': filter(not(is('category', 'OTHERS', 'COMMISSION', 'TAX'))),
  kind: filter(is('kind', 'dividend')),
  'kind of few rows': filter(is('kind', 'unknown'), is('account', '1900002')),
  symbol: filter(is('symbol', symbol)),
  'symbol of few rows': filter(is('symbol', rareSymbol)),
  'two symbols, account, trade': filter(is('symbol', symbol, rareSymbol), is('account', '1900001'), trade),
  mic: filter(is('mic', 'XHKG')),
  'mic, currency': filter(is('mic', 'XHKG'), is('currency', 'EUR')),
  'currency is not, no trade': filter(not(is('currency', 'RUB')), not(trade)),
  'period of a year': filter(period('2018-01-01', '2019-01-01')),
  'period is not': filter(not(period('2017-01-01', '2026-01-01'))),
  'period, category, account': filter(
    period('2018-03-05', '2018-09-01'),
    is('category', 'INCOME'),
    is('account', '1900001'),
  ),
  'narrow amount': filter(amount(5_000, 5_001)),
  'wide amount': filter(amount(-50_000, 20_000)),
  'narrow amount, symbol': filter(amount(5_000, 5_100), is('symbol', symbol)),
  'wide amount, symbol, period': filter(
    amount(1_000, 60_000),
    is('symbol', symbol),
    period('2017-01-01', '2020-01-01'),
  ),
  'amount of 1 %, category': filter(amount(5_000, 7_000), is('category', 'DEPOSIT')),
  'amount is not': filter(not(amount(-99_000, 99_000))),
  'amount beyond all, no trade': filter(amount(150_000, null), not(trade)),
  'all kinds of condition': filter(
    is('account', '1900001', '1900002'),
    not(is('category', 'TAX')),
    is('mic', 'MISX', 'XNAS'),
    is('currency', 'RUB'),
    period('2017-01-01', '2024-01-01'),
    amount(0, 90_000),
    trade,
  ),
  'nothing found': filter(is('symbol', 'NONE@XXXX')),
})

/** Searches for common and rare words, with and without filters. */
export const textFilters: NamedFilters = {
  common: text('комиссия'),
  'common, middle of a word': text('омисс'),
  rare: text('№77'),
  'rare, one row or few': text('налога №19999'),
  'instrument name': text('crystal'),
  'two letters': text('ax'),
  'one letter': text('ж'),
  'nothing found': text('zzzzqq'),
  'common, with filters': text('покупка', is('account', '1900002'), is('mic', 'XETR')),
  'common, old period': text('дивиденд', period('2016-02-01', '2016-04-01'), is('currency', 'HKD')),
  'two words, with amount': text('банк продажа', amount(1_000, 1_200)),
}

/** Filters whose totals come from the roll-ups. */
export const rolledUpFilters: NamedFilters = {
  all: filter(),
  'account, category, currency': filter(
    is('account', '1900001'),
    is('category', 'OTHERS', 'TAX'),
    is('currency', 'RUB', 'USD'),
  ),
  'kind, currency': filter(is('kind', 'buy', 'dividend'), is('currency', 'RUB')),
  'a year to the hour': filter(period('2018-03-05T07:00:00Z', '2019-03-05T19:00:00Z')),
  'years, not a category': filter(period('2017-02-11', '2025-05-05'), not(is('category', 'COMMISSION'))),
}

/** Filters whose totals need a scan of the rows. */
export const scannedFilters = (symbol: string): NamedFilters => ({
  'has trade': filter(trade),
  'wide amount': filter(amount(-50_000, 20_000)),
  symbol: filter(is('symbol', symbol)),
  'common text': text('комиссия'),
})
