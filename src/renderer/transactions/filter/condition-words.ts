import { m } from '#shared/messages/messages.js'
import type { FilterCondition } from '#shared/model/transaction/transaction-filter.ts'
import { startOfDay, type Period, type PeriodPreset } from '#shared/period.ts'
import type { Format } from '#shared/text/format.ts'
import { kindTitle } from '#shared/text/transaction-kinds.ts'
import { texts } from '#shared/texts.ts'
import { titleOf } from '../../lib/words/service-names.ts'

/** The period from a first to a last calendar date (`2026-03-31`), including both days; an empty date is open. */
export function periodOfDates(first: string, last: string): Period {
  return { from: dayStart(first, 0), to: dayStart(last, 1) }
}

/** The first and last day of a period in the format of date inputs; empty if it is open. */
export function datesOfPeriod({ from, to }: Period): { readonly first: string; readonly last: string } {
  return { first: from === null ? '' : dateText(from), last: to === null ? '' : dateText(to - 1) }
}

function dayStart(date: string, addedDays: number): number | null {
  const [, year, month, day] = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return year === undefined ? null : startOfDay(Number(year), Number(month) - 1, Number(day) + addedDays)
}

function dateText(at: number): string {
  const date = new Date(at)
  const pad = (value: number, places: number) => String(value).padStart(places, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`
}

/** The periods that have a name, in the order of their menu. */
export const namedPeriods: readonly { readonly key: PeriodPreset; readonly title: string }[] = texts([
  { key: 'today', title: m.common_today },
  { key: 'week', title: m.transactions_filter_this_week },
  { key: 'month', title: m.transactions_filter_this_month },
  { key: 'quarter', title: m.transactions_filter_this_quarter },
  { key: 'last-month', title: m.transactions_filter_last_month },
  { key: 'last-quarter', title: m.transactions_filter_last_quarter },
  { key: 'year', title: m.common_this_year },
  { key: 'last-year', title: m.transactions_filter_last_year },
])

export type ConditionField = FilterCondition['field']

/** The fields of a filter, in the order of the menu. */
export const fieldTitles: Readonly<Record<ConditionField, string>> = texts({
  account: m.common_account,
  period: m.common_period,
  kind: m.transactions_kind,
  category: m.transactions_category,
  symbol: m.common_instrument,
  mic: m.transactions_filter_exchange,
  currency: m.common_currency,
  amount: m.transactions_amount,
  trade: m.transactions_trade,
})
/**
 * The fields in the menu. The raw category is not offered, because the kind says more; older saved views and addresses
 * still have it.
 */
export const conditionFields = (Object.keys(fieldTitles) as readonly ConditionField[]).filter(
  (field) => field !== 'category',
)

/** The text of a value; rows without a value have an empty one. */
export const valueTitle = (field: ConditionField, value: string): string =>
  value === ''
    ? m.transactions_filter_value_none()
    : field === 'kind'
      ? kindTitle(value)
      : field === 'category'
        ? titleOf(value, '')
        : value

/** The values of a condition as text, as a pill shows them after the field. */
export function conditionWords(condition: FilterCondition, format: Format): string {
  switch (condition.field) {
    case 'period':
      return periodWords(condition, format)
    case 'amount': {
      const { min, max } = condition
      if (min === null && max === null) return m.transactions_filter_any()
      if (min !== null && max !== null) return m.transactions_filter_min_to_max({ min, max })
      return min === null
        ? m.transactions_filter_up_to_max({ max: max ?? '' })
        : m.transactions_filter_min_or_more({ min })
    }
    case 'trade':
      return ''
    default: {
      const names = condition.values.map((value) => valueTitle(condition.field, value))
      const [first = '', second] = names
      if (second === undefined) return first
      return names.length === 2
        ? m.transactions_filter_one_or_other({ first, second })
        : m.transactions_filter_names_or_count_more({ names: `${first}, ${second}`, count: names.length - 2 })
    }
  }
}

function periodWords(period: Period & { readonly preset?: PeriodPreset | undefined }, format: Format): string {
  const preset = namedPeriods.find(({ key }) => key === period.preset)
  if (preset) return preset.title.toLowerCase()
  const { first, last } = datesOfPeriod(period)
  if (first === '' && last === '') return m.transactions_filter_all_time()
  if (first === '') return m.transactions_filter_until_date({ date: format.date(last) })
  if (last === '') return m.transactions_filter_since_date({ date: format.date(first) })
  return first === last ? format.date(first) : `${format.date(first)} – ${format.date(last)}`
}

/** The beginning of a pill: "Account is", "Has a trade". */
export const conditionLead = ({ field, isNot }: Pick<FilterCondition, 'field' | 'isNot'>): string => {
  if (field === 'trade') return isNot ? m.transactions_filter_without_a_trade() : m.transactions_filter_with_a_trade()
  const title = fieldTitles[field]
  return isNot ? m.transactions_filter_field_is_not({ field: title }) : m.transactions_filter_field_is({ field: title })
}
