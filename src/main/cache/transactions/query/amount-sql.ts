import type { Decimal } from '../../../../shared/decimal.ts'
import { all, type Condition } from './statements.ts'

const nano = 1_000_000_000n
const maxUnits = 2n ** 63n - 1n

/** Rows with an amount between two decimals, both inclusive; null: no limit on that side. Rows without money never match. */
export function amountBetween(min: Decimal | null, max: Decimal | null): Condition {
  const from = min === null ? null : toNanos(min, 'up')
  const to = max === null ? null : toNanos(max, 'down')
  const conditions: Condition[] = [{ sql: 't.units IS NOT NULL', params: [] }]
  if (from !== null) conditions.push(compareParts('>', from))
  if (to !== null) conditions.push(compareParts('<', to))
  const { sql, params } = all(conditions)
  return { sql: `(${sql})`, params }
}

/** A range of the index over whole units that holds at least all these amounts; null when neither side is bounded. */
export function unitsBetween(min: Decimal | null, max: Decimal | null): Condition | null {
  if (min === null && max === null) return null
  const clamp = (value: bigint): bigint => (value > maxUnits ? maxUnits : value < -maxUnits ? -maxUnits : value)
  const from = min === null ? -maxUnits : clamp(toNanos(min, 'up') / nano)
  const to = max === null ? maxUnits : clamp(toNanos(max, 'down') / nano)
  return { sql: 't.units BETWEEN ? AND ?', params: [from, to] }
}

/** A decimal in billionths, rounded into the range: no stored amount has more than nine decimals. */
function toNanos(decimal: Decimal, rounding: 'up' | 'down'): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const magnitude = BigInt(whole) * nano + BigInt(fraction.slice(0, 9).padEnd(9, '0'))
  const isTruncated = /[1-9]/.test(fraction.slice(9))
  const isNegative = decimal.startsWith('-')
  const value = isNegative ? -magnitude : magnitude
  if (!isTruncated || isNegative === (rounding === 'up')) return value
  return rounding === 'up' ? value + 1n : value - 1n
}

// Units and nanos carry the same sign, so amounts sort as the pair does.
function compareParts(sign: '<' | '>', bound: bigint): Condition {
  const units = bound / nano
  if (units > maxUnits) return { sql: sign === '<' ? '1' : '0', params: [] }
  if (units < -maxUnits) return { sql: sign === '<' ? '0' : '1', params: [] }
  return {
    sql: `(t.units ${sign} ? OR (t.units = ? AND t.nanos ${sign}= ?))`,
    params: [units, units, Number(bound % nano)],
  }
}
