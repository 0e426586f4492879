import type { FilterCondition } from '../../../shared/model/transaction/filter.ts'
import { periodPresets, type Period, type PeriodPreset } from '../../../shared/period.ts'
import { kindTitle } from '../../../shared/text/transaction-kinds.ts'
import type { Format } from '../../../shared/text/format.ts'
import { titleOf } from '../../lib/words/service-names.ts'
import { datesOfPeriod } from './periods.ts'

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
