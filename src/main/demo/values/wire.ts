import { absolute, compare, type Decimal, parseDecimal, sign } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import { partsOf, type DateParts } from './day.ts'

/** Parses decimal text of the demo's own; throws for anything else, which is a bug of the demo. */
export function exact(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === null) throw new Error(`Not a decimal: ${text}`)
  return value
}

const scientificFrom = exact('10000000')
const scientificBelow = exact('0.001')

/** A decimal in the service's format: `10.0`, `-28.0`, `4344.5`, `5.75349694E8`. Exact. */
export function decimalText(value: Decimal): string {
  if (sign(value) === 0) return '0.0'
  const size = absolute(value)
  const prefix = sign(value) < 0 ? '-' : ''
  const [whole = '0', fraction = ''] = size.split('.')
  if (compare(size, scientificFrom) < 0 && compare(size, scientificBelow) >= 0) {
    return `${prefix}${whole}.${fraction === '' ? '0' : fraction}`
  }
  const digits = (whole + fraction).replace(/^0+/, '')
  const exponent = whole === '0' ? -(fraction.length - fraction.replace(/^0+/, '').length + 1) : whole.length - 1
  return `${prefix}${digits[0]}.${digits.slice(1).replace(/0+$/, '') || '0'}E${exponent}`
}

/** A Decimal message. */
export interface WireDecimal {
  readonly value: string
}

export const wireDecimal = (value: Decimal): WireDecimal => ({ value: decimalText(value) })

/** Sizes and volumes are integers without `.0`. */
export const wireSize = (pieces: number): WireDecimal => ({ value: String(pieces) })

export interface WireMoney {
  readonly currency_code: string
  readonly units: string
  readonly nanos: number
}

/** Money as units and nanos, both with the sign of the amount. Digits after the ninth are truncated. */
export function wireMoney(currency: string, amount: Decimal): WireMoney {
  const isNegative = sign(amount) < 0
  const [units = '0', fraction = ''] = absolute(amount).split('.')
  const nanos = Number(fraction.padEnd(9, '0').slice(0, 9))
  return {
    currency_code: currency,
    units: isNegative && units !== '0' ? `-${units}` : units,
    nanos: isNegative && nanos !== 0 ? -nanos : nanos,
  }
}

export const wireDate = (day: number): DateParts => partsOf(day)

/** A date where the service sends a timestamp. */
export const wireDayStart = (day: number): string => secondsText(day * dayMs)

export const secondsText = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

export const millisText = (at: number): string => new Date(at).toISOString()

/** A timestamp with microseconds; `micros` (0 to 999) is added to the milliseconds. */
export const microsText = (at: number, micros: number): string =>
  `${new Date(at).toISOString().slice(0, 23)}${String(micros).padStart(3, '0')}Z`

/** A float rounded to a decimal, for values that are computed as floats, such as greeks. */
export const rounded = (value: number, places: number): Decimal => exact(value.toFixed(places))
