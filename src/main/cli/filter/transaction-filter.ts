import { parseDecimal, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import { FacetField, TransactionFilter, type FilterCondition } from '#shared/model/transaction/transaction-filter.ts'
import { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { periodPresets } from '#shared/period.ts'
import { UsageError, type Option, type Values } from '../command/options.ts'
import { localPeriod } from './dates.ts'

const presets = periodPresets.map(({ key }) => key)

const facetWords: Readonly<Record<FacetField, () => string>> = {
  account: m.cli_account,
  kind: m.cli_filter_kind,
  category: m.cli_filter_category,
  symbol: m.cli_filter_symbol,
  mic: m.cli_filter_mic,
  currency: m.cli_filter_currency,
}

/** Adds the `not-` option that negates a condition. */
const pairs = (option: Option): Option[] => [option, { ...option, name: `not-${option.name}`, isUnlisted: true }]

/** The filter of the app's list of transactions, one option for each of its conditions. */
export const filterOptions: readonly Option[] = [
  { name: 'text', value: 'WORDS', words: m.cli_filter_text },
  ...FacetField.options.flatMap((field) =>
    pairs({
      name: field,
      value: 'VALUE',
      words: facetWords[field],
      isList: true,
      ...(field === 'kind' ? { choices: TransactionKind.options } : {}),
    }),
  ),
  ...pairs({ name: 'period', value: 'NAME', words: () => presets.join(', '), choices: presets }),
  ...pairs({ name: 'from', value: 'DATE', words: m.cli_filter_from }),
  ...pairs({ name: 'to', value: 'DATE', words: m.cli_filter_to }),
  ...pairs({ name: 'min', value: 'AMOUNT', words: m.cli_filter_min }),
  ...pairs({ name: 'max', value: 'AMOUNT', words: m.cli_filter_max }),
  ...pairs({ name: 'trade', words: m.cli_trades }),
]

export const filterNotes: readonly (() => string)[] = [m.cli_filter_note, m.cli_filter_note_repeated]

/** The filter of these options. Throws UsageError. */
export function readFilter(values: Values): TransactionFilter {
  const read = [false, true].flatMap((isNot) => [
    ...facets(values, isNot),
    ...period(values, isNot),
    ...amounts(values, isNot),
    ...(values.isGiven(named('trade', isNot)) ? [{ field: 'trade' as const, isNot }] : []),
  ])
  const filter = TransactionFilter.safeParse({ conditions: read, text: values.text('text') ?? '' })
  if (!filter.success) throw new UsageError(m.cli_filter_too_long())
  return filter.data
}

const named = (name: string, isNot: boolean): string => (isNot ? `not-${name}` : name)

const facets = (values: Values, isNot: boolean): FilterCondition[] =>
  FacetField.options.flatMap((field) => {
    const given = values.list(named(field, isNot))
    return given.length === 0 ? [] : [{ field, values: [...given], isNot }]
  })

function period(values: Values, isNot: boolean): FilterCondition[] {
  const name = named('period', isNot)
  const dates = { from: named('from', isNot), to: named('to', isNot) }
  const preset = presets.find((key) => key === values.text(name))
  const { from, to } = localPeriod((option) => values.text(option), dates)
  if (preset === undefined) return from === null && to === null ? [] : [{ field: 'period', from, to, isNot }]
  if (from !== null || to !== null)
    throw new UsageError(m.cli_filter_not_combined({ name, from: dates.from, to: dates.to }))
  return [{ field: 'period', from, to, preset, isNot }]
}

function amounts(values: Values, isNot: boolean): FilterCondition[] {
  const min = readAmount(values, named('min', isNot))
  const max = readAmount(values, named('max', isNot))
  return min === null && max === null ? [] : [{ field: 'amount', min, max, isNot }]
}

function readAmount(values: Values, name: string): Decimal | null {
  const given = values.text(name)
  if (given === null) return null
  const amount = parseDecimal(given)
  if (amount === null) throw new UsageError(m.cli_is_an_amount({ name }))
  return amount
}
