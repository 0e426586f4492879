import { parseDecimal, type Decimal } from '../../../shared/decimal.ts'
import { periodPresets } from '../../../shared/period.ts'
import { FacetField, TransactionFilter, type FilterCondition } from '../../../shared/model/transaction/kind-choice.ts'
import { TransactionKind } from '../../../shared/model/transaction/transaction.ts'
import { UsageError, type Option, type Values } from '../command/options.ts'
import { localPeriod } from './dates.ts'

const presets = periodPresets.map(({ key }) => key)

const facetWords: Readonly<Record<FacetField, string>> = {
  account: 'account',
  kind: 'kind, as buy or dividend',
  category: 'category of the service',
  symbol: 'instrument, as SBER@MISX',
  mic: 'market, as MISX',
  currency: 'currency of the amount',
}

/** `not-` negates a condition. */
const pairs = (option: Option): Option[] => [option, { ...option, name: `not-${option.name}`, isUnlisted: true }]

/** The filter of the app's list of transactions, one option for each of its conditions. */
export const filterOptions: readonly Option[] = [
  { name: 'text', value: 'WORDS', words: 'in name, instrument, category or title of the kind' },
  ...FacetField.options.flatMap((field) =>
    pairs({
      ...{ name: field, value: 'VALUE', words: facetWords[field], isList: true },
      ...(field === 'kind' ? { choices: TransactionKind.options } : {}),
    }),
  ),
  ...pairs({ name: 'period', value: 'NAME', words: presets.join(', '), choices: presets }),
  ...pairs({ name: 'from', value: 'DATE', words: 'first day, or an ISO time' }),
  ...pairs({ name: 'to', value: 'DATE', words: 'last day, or an ISO time that ends the period' }),
  ...pairs({ name: 'min', value: 'AMOUNT', words: 'smallest amount, as signed' }),
  ...pairs({ name: 'max', value: 'AMOUNT', words: 'largest amount, as signed' }),
  ...pairs({ name: 'trade', words: 'trades' }),
]

export const filterNotes: readonly string[] = [
  'Each of them but --text turns round with not-: --not-kind tax. account, kind, category, symbol, mic',
  'and currency may be repeated: any of the values. Days are those of the time zone of this computer.',
]

/** The filter that the options describe. Throws UsageError. */
export function readFilter(values: Values): TransactionFilter {
  const read = [false, true].flatMap((isNot) => [
    ...facets(values, isNot),
    ...period(values, isNot),
    ...amounts(values, isNot),
    ...(values.isGiven(named('trade', isNot)) ? [{ field: 'trade' as const, isNot }] : []),
  ])
  const filter = TransactionFilter.safeParse({ conditions: read, text: values.text('text') ?? '' })
  if (!filter.success) throw new UsageError('The filter has a value that is too long, or too many values.')
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
    throw new UsageError(`--${name} cannot be combined with --${dates.from} and --${dates.to}.`)
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
  if (amount === null) throw new UsageError(`--${name} is an amount as -1250.50.`)
  return amount
}
