import type { Decimal } from '#shared/decimal.ts'
import type { FacetField, FilterCondition, TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { kindTitles, transactionKinds } from '#shared/text/transaction-kinds.ts'
import { fold } from '../dictionary/subjects.ts'
import { all, type Condition } from './statements.ts'

/** An interval of time in UTC ms: from (inclusive) to (exclusive); both ends may be infinite. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** A filter, sorted by the table that each condition reads: row `t`, its dimension `d`, its subject `s`. */
export interface FilterSql {
  /** Conditions on the dimension alone. */
  readonly onDimension: readonly Condition[]
  /** Conditions on the subject, except the words. */
  readonly onText: readonly Condition[]
  /** Folded words that the subject's text must contain, all of them. */
  readonly words: readonly string[]
  /** Conditions on values that differ from row to row, except the period. */
  readonly onRow: readonly Condition[]
  /** The disjoint intervals of the rows, oldest first. */
  readonly periods: readonly Period[]
  /** A range of whole units that contains all matching amounts; null if the filter does not limit amounts. */
  readonly units: Condition | null
  /** Whether the roll-ups by day and month are enough for this filter. */
  readonly isRolledUp: boolean
}

const inList = 'IN (SELECT value FROM json_each(?))'
const facets: Readonly<Record<FacetField, string>> = {
  account: `d.account IN (SELECT key FROM transaction_account WHERE account_id ${inList})`,
  kind: `d.kind IN (SELECT key FROM transaction_kind WHERE name ${inList})`,
  category: `d.category IN (SELECT key FROM transaction_category WHERE name ${inList})`,
  currency: `d.currency IN (SELECT key FROM transaction_currency WHERE code ${inList})`,
  symbol: `s.symbol ${inList}`,
  mic: `s.mic ${inList}`,
}
const rolledUpFields: ReadonlySet<FilterCondition['field']> = new Set([
  'account',
  'category',
  'kind',
  'currency',
  'period',
])

/** Translates a filter to SQL. All values are parameters, so that only a few SQL texts are prepared. */
export function compileFilter({ conditions, text }: TransactionFilter): FilterSql {
  const onDimension: Condition[] = []
  const onText: Condition[] = []
  const onRow: Condition[] = []
  let periods: readonly Period[] = [{ from: -Infinity, to: Infinity }]
  let units: Condition | null = null
  for (const condition of conditions) {
    switch (condition.field) {
      case 'trade':
        onDimension.push({ sql: 'd.has_trade = ?', params: [condition.isNot ? 0 : 1] })
        break
      case 'period': {
        const wanted = { from: condition.from ?? -Infinity, to: condition.to ?? Infinity }
        periods = periods.flatMap((period) => (condition.isNot ? without(period, wanted) : within(period, wanted)))
        break
      }
      case 'amount': {
        const range = amountBetween(condition.min, condition.max)
        onRow.push(condition.isNot ? { ...range, sql: `NOT ifnull(${range.sql}, 0)` } : range)
        if (!condition.isNot) units ??= unitsBetween(condition.min, condition.max)
        break
      }
      default: {
        // An empty field means that the row does not have this field: it never equals a value.
        const values = JSON.stringify(condition.values.filter((value) => value !== ''))
        const target = condition.field === 'symbol' || condition.field === 'mic' ? onText : onDimension
        target.push({ sql: `${condition.isNot ? 'NOT ' : ''}${facets[condition.field]}`, params: [values] })
      }
    }
  }
  const words = [
    ...new Set(
      fold(text.replaceAll('\0', ' '))
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ]
  const isRolledUp = words.length === 0 && conditions.every(({ field }) => rolledUpFields.has(field))
  return { onDimension, onText, words, onRow, periods, units, isRolledUp }
}

const minLettersOfKind = 3

/** The kinds whose title contains a word of a search. */
export const kindsNamedBy = (word: string): TransactionKind[] =>
  Array.from(word).length < minLettersOfKind
    ? []
    : transactionKinds.filter((kind) => kindTitles[kind].toLowerCase().includes(word))

/** The words of a search as conditions on the subject's text, or on the kind that a word names. */
export const wordConditions = (words: readonly string[]): Condition[] =>
  words.map((word) => {
    const kinds = kindsNamedBy(word)
    if (kinds.length === 0) return { sql: 'instr(s.folded, ?) > 0', params: [word] }
    return { sql: `(instr(s.folded, ?) > 0 OR ${facets.kind})`, params: [word, JSON.stringify(kinds)] }
  })

/** Whether a condition applies to dimensions or to their subjects. */
export const hasDimensionConditions = ({ onDimension, onText, words }: FilterSql): boolean =>
  onDimension.length + onText.length + words.length > 0

/** All conditions on a row `t` except the period, and the joins that they need. */
export function rowConditions(filter: FilterSql): Condition & { readonly joins: string } {
  const onSubject = [...filter.onText, ...wordConditions(filter.words)]
  const joins = [
    ...(hasDimensionConditions(filter) ? ['CROSS JOIN transaction_dimension d ON d.key = t.dimension'] : []),
    ...(onSubject.length > 0 ? ['CROSS JOIN transaction_subject s ON s.key = d.subject'] : []),
  ]
  return { ...all([...filter.onRow, ...filter.onDimension, ...onSubject]), joins: joins.join(' ') }
}

function within(period: Period, wanted: Period): Period[] {
  const common = { from: Math.max(period.from, wanted.from), to: Math.min(period.to, wanted.to) }
  return common.from < common.to ? [common] : []
}

const without = (period: Period, unwanted: Period): Period[] =>
  unwanted.from < unwanted.to
    ? [
        ...within(period, { from: -Infinity, to: unwanted.from }),
        ...within(period, { from: unwanted.to, to: Infinity }),
      ]
    : [period]

const nano = 1_000_000_000n
const maxUnits = 2n ** 63n - 1n

/** Rows with an amount between two decimals, both inclusive; null: no limit on that side. Rows without money never match. */
function amountBetween(min: Decimal | null, max: Decimal | null): Condition {
  const from = min === null ? null : toNanos(min, 'up')
  const to = max === null ? null : toNanos(max, 'down')
  const conditions: Condition[] = [{ sql: 't.units IS NOT NULL', params: [] }]
  if (from !== null) conditions.push(compareParts('>', from))
  if (to !== null) conditions.push(compareParts('<', to))
  const { sql, params } = all(conditions)
  return { sql: `(${sql})`, params }
}

/** A range of the index of whole units that contains at least these amounts; null if neither side is limited. */
function unitsBetween(min: Decimal | null, max: Decimal | null): Condition | null {
  if (min === null && max === null) return null
  const clamp = (value: bigint): bigint => (value > maxUnits ? maxUnits : value < -maxUnits ? -maxUnits : value)
  const from = min === null ? -maxUnits : clamp(toNanos(min, 'up') / nano)
  const to = max === null ? maxUnits : clamp(toNanos(max, 'down') / nano)
  return { sql: 't.units BETWEEN ? AND ?', params: [from, to] }
}

/**
 * Converts a decimal to billionths, rounded to the inside of the range: no stored amount has more than nine decimals.
 */
function toNanos(decimal: Decimal, rounding: 'up' | 'down'): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const magnitude = BigInt(whole) * nano + BigInt(fraction.slice(0, 9).padEnd(9, '0'))
  const isTruncated = /[1-9]/.test(fraction.slice(9))
  const isNegative = decimal.startsWith('-')
  const value = isNegative ? -magnitude : magnitude
  if (!isTruncated || isNegative === (rounding === 'up')) return value
  return rounding === 'up' ? value + 1n : value - 1n
}

// Units and nanos have the same sign, so the pairs sort like the amounts.
function compareParts(sign: '<' | '>', bound: bigint): Condition {
  const units = bound / nano
  if (units > maxUnits) return { sql: sign === '<' ? '1' : '0', params: [] }
  if (units < -maxUnits) return { sql: sign === '<' ? '0' : '1', params: [] }
  return {
    sql: `(t.units ${sign} ? OR (t.units = ? AND t.nanos ${sign}= ?))`,
    params: [units, units, Number(bound % nano)],
  }
}
