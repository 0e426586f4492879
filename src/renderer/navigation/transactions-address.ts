import { parseDecimal, type Decimal } from '#shared/decimal.ts'
import type { FacetField, FilterCondition, TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { periodPresets } from '#shared/period.ts'

/** The settings of the transactions screen. They are part of the address, and a saved view stores them. */
export interface ViewSettings {
  readonly filter: TransactionFilter
  readonly direction: 'newest' | 'oldest'
}

/** All transactions, newest first. */
export const defaultViewSettings: ViewSettings = { filter: { conditions: [], text: '' }, direction: 'newest' }

const facetFields: readonly string[] = [
  'account',
  'kind',
  'category',
  'symbol',
  'mic',
  'currency',
] satisfies FacetField[]
const isFacetField = (field: string): field is FacetField => facetFields.includes(field)
const path = '#/transactions'
/** The limits that the contract sets. */
const [maxValues, maxValueLength, maxTextLength, maxConditions] = [200, 512, 200, 20]
const [minInstant, maxInstant] = [-62_135_596_800_000, 253_402_300_799_999]

/** The address of view settings: `#/transactions?category=INCOME&not.currency=EUR&period=month&q=div&order=oldest`. */
export function hashOf({ filter, direction }: ViewSettings): string {
  const query = new URLSearchParams()
  for (const condition of filter.conditions) {
    const key = `${condition.isNot ? 'not.' : ''}${condition.field}`
    for (const value of valuesOf(condition)) query.append(key, value)
  }
  if (filter.text !== '') query.set('q', filter.text)
  if (direction === 'oldest') query.set('order', direction)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Parses the settings of an address. Unknown parts are ignored, so that bookmarks of other versions still open. */
export function viewSettingsOf(hash: string): ViewSettings {
  const query = new URLSearchParams(hash.startsWith(`${path}?`) ? hash.slice(path.length + 1) : '')
  const conditions = [...new Set(query.keys())].flatMap((key) => conditionOf(key, query.getAll(key)) ?? [])
  return {
    filter: {
      conditions: conditions.slice(0, maxConditions),
      text: (query.get('q') ?? '').slice(0, maxTextLength),
    },
    direction: query.get('order') === 'oldest' ? 'oldest' : 'newest',
  }
}

/** Whether an address contains no settings. */
export const isBareHash = (hash: string): boolean => hash === path

function valuesOf(condition: FilterCondition): readonly string[] {
  switch (condition.field) {
    case 'period':
      return [condition.preset ?? `${condition.from ?? ''}..${condition.to ?? ''}`]
    case 'amount':
      return [`${condition.min ?? ''}..${condition.max ?? ''}`]
    case 'trade':
      return ['yes']
    default:
      return condition.values
  }
}

function conditionOf(key: string, values: readonly string[]): FilterCondition | null {
  const isNot = key.startsWith('not.')
  const field = isNot ? key.slice(4) : key
  if (field === 'trade') return { field, isNot }
  if (isFacetField(field)) {
    const known = values.filter((value) => value.length <= maxValueLength).slice(0, maxValues)
    return known.length === 0 ? null : { field, values: known, isNot }
  }
  const preset = periodPresets.find(({ key }) => key === values[0])?.key
  if (field === 'period' && preset !== undefined) return { field, from: null, to: null, preset, isNot }
  const [, low, high] = /^(.*?)\.\.(.*)$/.exec(values[0] ?? '') ?? []
  if (low === undefined || high === undefined) return null
  if (field === 'period') {
    const [from, to] = [readInstant(low), readInstant(high)]
    return from === undefined || to === undefined ? null : { field, from, to, isNot }
  }
  if (field === 'amount') {
    const [min, max] = [readDecimal(low), readDecimal(high)]
    return min === undefined || max === undefined ? null : { field, min, max, isNot }
  }
  return null
}

/** `null` for an open end, `undefined` if the text is not an instant. */
function readInstant(text: string): number | null | undefined {
  if (text === '') return null
  const at = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return at >= minInstant && at <= maxInstant ? at : undefined
}

function readDecimal(text: string): Decimal | null | undefined {
  return text === '' ? null : (parseDecimal(text) ?? undefined)
}

interface RowPlace {
  readonly accountId: string
  readonly transaction: Pick<TransactionRow['transaction'], 'at' | 'symbol'>
}

/** The address of the list of transactions, filtered by instant, account and instrument (`''`: any). */
export function instantHref(accountId: string, at: number, symbol: string): string {
  const conditions: FilterCondition[] = [
    { field: 'account', values: [accountId], isNot: false },
    { field: 'period', from: at, to: at + 1, isNot: false },
  ]
  if (symbol !== '') conditions.push({ field: 'symbol', values: [symbol], isNot: false })
  return hashOf({ filter: { conditions, text: '' }, direction: 'newest' })
}

/** The address of the list of transactions, filtered by the instant, account and instrument of one row. */
export const rowHref = ({ accountId, transaction: { at, symbol } }: RowPlace): string =>
  instantHref(accountId, at, symbol)
