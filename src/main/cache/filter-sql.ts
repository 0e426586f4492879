import type { FacetField, FilterCondition, TransactionFilter } from '../../shared/model/transaction-filter.ts'
import type { Decimal } from '../../shared/decimal.ts'
import { fold } from './fold.ts'

/** A condition in SQL and what its question marks stand for. */
export interface Condition {
  readonly sql: string
  readonly params: readonly (string | number | bigint)[]
}

/** A stretch of time in UTC ms: from (inclusive) to (exclusive), the ends may be infinite. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** A filter, taken apart by what it asks of: a row `t`, its kind `k`, its subject `s`. */
export interface FilterSql {
  /** What the kind itself tells. */
  readonly kind: readonly Condition[]
  /** What its subject tells, but for the text. */
  readonly subject: readonly Condition[]
  /** Folded words that must all be found in the subject's text. */
  readonly words: readonly string[]
  /** What differs from row to row, the period aside. */
  readonly row: readonly Condition[]
  /** Stretches of time in which rows may lie, oldest first, disjoint. */
  readonly periods: readonly Period[]
  /** Whole units between which amounts lie, where the filter bounds them on both sides or on one. */
  readonly units: Condition | null
  /** The roll-ups know all that the filter asks. */
  readonly isRolledUp: boolean
}

const inList = 'IN (SELECT value FROM json_each(?))'
const facets: Readonly<Record<FacetField, string>> = {
  account: `k.account IN (SELECT key FROM transaction_account WHERE account_id ${inList})`,
  category: `k.category IN (SELECT key FROM transaction_category WHERE name ${inList})`,
  currency: `k.currency IN (SELECT key FROM transaction_currency WHERE code ${inList})`,
  symbol: `s.symbol ${inList}`,
  mic: `s.mic ${inList}`,
}
const inRollUp: ReadonlySet<FilterCondition['field']> = new Set(['account', 'category', 'currency', 'period'])

/** Takes a filter apart. All that the filter says travels as parameters: the SQL is one of few texts. */
export function compileFilter({ conditions, text }: TransactionFilter): FilterSql {
  const kind: Condition[] = []
  const subject: Condition[] = []
  const row: Condition[] = []
  let periods: readonly Period[] = [{ from: -Infinity, to: Infinity }]
  let units: Condition | null = null
  for (const condition of conditions) {
    switch (condition.field) {
      case 'trade':
        kind.push({ sql: 'k.has_trade = ?', params: [condition.isNot ? 0 : 1] })
        break
      case 'period': {
        const wanted = { from: condition.from ?? -Infinity, to: condition.to ?? Infinity }
        periods = periods.flatMap((period) => (condition.isNot ? without(period, wanted) : within(period, wanted)))
        break
      }
      case 'amount': {
        const range = compileAmount(condition.min, condition.max)
        row.push(condition.isNot ? { ...range, sql: `NOT ifnull(${range.sql}, 0)` } : range)
        if (!condition.isNot) units ??= unitsBetween(condition.min, condition.max)
        break
      }
      default: {
        // An empty field is a field that the row does not have: it is never "is".
        const values = JSON.stringify(condition.values.filter((value) => value !== ''))
        const asked = condition.field === 'symbol' || condition.field === 'mic' ? subject : kind
        asked.push({ sql: `${condition.isNot ? 'NOT ' : ''}${facets[condition.field]}`, params: [values] })
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
  const isRolledUp = words.length === 0 && conditions.every(({ field }) => inRollUp.has(field))
  return { kind, subject, words, row, periods, units, isRolledUp }
}

/** The words of a search, looked for in each row's subject. */
export const wordConditions = (words: readonly string[]): Condition[] =>
  words.map((word) => ({ sql: 'instr(s.folded, ?) > 0', params: [word] }))

/** Whether the filter asks anything that all rows of a kind have in common. */
export const asksKind = ({ kind, subject, words }: FilterSql): boolean =>
  kind.length + subject.length + words.length > 0

/** All that is asked of a row `t`, but for the period, and the dictionaries which that needs. */
export function rowConditions(filter: FilterSql): Condition & { readonly joins: string } {
  const ofSubject = [...filter.subject, ...wordConditions(filter.words)]
  const joins = [
    ...(asksKind(filter) ? ['CROSS JOIN transaction_kind k ON k.key = t.kind'] : []),
    ...(ofSubject.length > 0 ? ['CROSS JOIN transaction_subject s ON s.key = k.subject'] : []),
  ]
  return { ...all([...filter.row, ...filter.kind, ...ofSubject]), joins: joins.join(' ') }
}

/** All of them hold; nothing asked holds always. */
export function all(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? '1' : conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  }
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
const largestUnits = 2n ** 63n - 1n

/** A bound in billionths, rounded into the range: no stored amount has more than nine decimals. */
function boundOf(decimal: Decimal, rounding: 'up' | 'down'): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const cut = BigInt(whole) * nano + BigInt(fraction.slice(0, 9).padEnd(9, '0'))
  const isCut = /[1-9]/.test(fraction.slice(9))
  const isNegative = decimal.startsWith('-')
  const value = isNegative ? -cut : cut
  if (!isCut || isNegative === (rounding === 'up')) return value
  return rounding === 'up' ? value + 1n : value - 1n
}

// Units and nanos carry the same sign, so amounts sort as the pair does.
function compileAmount(min: Decimal | null, max: Decimal | null): Condition {
  const from = min === null ? null : boundOf(min, 'up')
  const to = max === null ? null : boundOf(max, 'down')
  const conditions: Condition[] = [{ sql: 't.units IS NOT NULL', params: [] }]
  if (from !== null) conditions.push(compareParts('>', from))
  if (to !== null) conditions.push(compareParts('<', to))
  const { sql, params } = all(conditions)
  return { sql: `(${sql})`, params }
}

function compareParts(sign: '<' | '>', bound: bigint): Condition {
  const units = bound / nano
  if (units > largestUnits) return { sql: sign === '<' ? '1' : '0', params: [] }
  if (units < -largestUnits) return { sql: sign === '<' ? '0' : '1', params: [] }
  return {
    sql: `(t.units ${sign} ? OR (t.units = ? AND t.nanos ${sign}= ?))`,
    params: [units, units, Number(bound % nano)],
  }
}

/** A range of the index over whole units that holds every such amount. */
function unitsBetween(min: Decimal | null, max: Decimal | null): Condition | null {
  if (min === null && max === null) return null
  const clamp = (value: bigint): bigint =>
    value > largestUnits ? largestUnits : value < -largestUnits ? -largestUnits : value
  const from = min === null ? -largestUnits : clamp(boundOf(min, 'up') / nano)
  const to = max === null ? largestUnits : clamp(boundOf(max, 'down') / nano)
  return { sql: 't.units BETWEEN ? AND ?', params: [from, to] }
}
