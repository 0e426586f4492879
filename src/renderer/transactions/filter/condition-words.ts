import { startOfDay, type Period, periodPresets, type PeriodPreset } from '../../../shared/period.ts'
import type { FilterCondition } from '../../../shared/model/transaction/kind-choice.ts'
import { kindTitle } from '../../../shared/text/transaction-kinds.ts'
import type { Format } from '../../../shared/text/format.ts'
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

export type ConditionField = FilterCondition['field']

/** The fields of a filter, in the order in which the menu lists them. */
export const fieldTitles: Readonly<Record<ConditionField, string>> = {
  account: 'Account',
  period: 'Period',
  kind: 'Kind',
  category: 'Category',
  symbol: 'Instrument',
  mic: 'Exchange',
  currency: 'Currency',
  amount: 'Amount',
  trade: 'Trade',
}
/** The fields that the menu offers. The raw category is a pill of older saved views and addresses: the kind says more. */
export const conditionFields = (Object.keys(fieldTitles) as readonly ConditionField[]).filter(
  (field) => field !== 'category',
)

/** The text of a value; rows without a value have an empty one. */
export const valueTitle = (field: ConditionField, value: string): string =>
  value === '' ? 'none' : field === 'kind' ? kindTitle(value) : field === 'category' ? titleOf(value, '') : value

/** The values of a condition in words, as a pill shows them after the field. */
export function conditionWords(condition: FilterCondition, format: Format): string {
  switch (condition.field) {
    case 'period':
      return periodWords(condition, format)
    case 'amount': {
      const { min, max } = condition
      if (min === null && max === null) return 'any'
      if (min !== null && max !== null) return `${min} to ${max}`
      return min === null ? `up to ${max ?? ''}` : `${min} or more`
    }
    case 'trade':
      return ''
    default: {
      const names = condition.values.map((value) => valueTitle(condition.field, value))
      return names.length <= 2 ? names.join(' or ') : `${names.slice(0, 2).join(', ')} or ${names.length - 2} more`
    }
  }
}

function periodWords(period: Period & { readonly preset?: PeriodPreset | undefined }, format: Format): string {
  const preset = periodPresets.find(({ key }) => key === period.preset)
  if (preset) return preset.title.toLowerCase()
  const { first, last } = datesOfPeriod(period)
  if (first === '' && last === '') return 'all'
  if (first === '') return `until ${format.date(last)}`
  if (last === '') return `since ${format.date(first)}`
  return first === last ? format.date(first) : `${format.date(first)} – ${format.date(last)}`
}

/** The beginning of a pill: "Account is", "Has a trade". */
export const conditionLead = ({ field, isNot }: Pick<FilterCondition, 'field' | 'isNot'>): string =>
  field === 'trade' ? (isNot ? 'Has no trade' : 'Has a trade') : `${fieldTitles[field]} ${isNot ? 'is not' : 'is'}`
