import { readCurrency } from '#shared/currency-code.ts'
import { decimalPattern, zero, type Decimal } from '#shared/decimal.ts'
import type { Money } from '#shared/model/values.ts'
import { readDecimal, withoutTrailingZeros } from './decode.ts'
import { noteUnreadable } from './observed.ts'

/** Money as sent: an amount is `units + nanos / 1e9`. */
interface RawMoney {
  readonly currency_code?: string | null | undefined
  readonly units?: string | number | null | undefined
  readonly nanos?: number | null | undefined
}

/** Whether money is a zero of no stated currency. The service sends it where there is no money. */
export const isNoMoney = ({ currency, amount }: Money): boolean => currency === '' && amount === zero

/** Units are a signed 64-bit integer, nanos are less than one unit. Source: docs/service.md, "Numbers, times, names". */
const maxUnits = 2n ** 63n - 1n
const maxNanos = 999_999_999

/**
 * Adds units and nanos exactly. If both are missing, the amount is not stated (`null`); it is never 0. It cannot be read
 * (`undefined`) if a part is out of its range, or if both have different signs: their sum is not what was meant. The
 * currency is empty if it is not stated, cannot be read, or is a sign of several currencies.
 */
export function readMoney(raw: RawMoney | null | undefined): Money | null | undefined {
  const units = raw?.units === '' ? null : (raw?.units ?? null)
  const nanos = raw?.nanos ?? null
  if (raw === null || raw === undefined || (units === null && nanos === null)) return null
  const unitsText = units === null ? '0' : String(units)
  if (!/^-?\d{1,19}$/.test(unitsText)) return undefined
  // Only text of 19 digits can be above the largest number.
  if (unitsText.length >= 19 && magnitude(BigInt(unitsText)) > maxUnits) return undefined
  const amount = nanos === null || nanos === 0 ? readDecimal(unitsText) : addNanos(BigInt(unitsText), nanos)
  return amount === null || amount === undefined ? undefined : { currency: currencyOf(raw.currency_code ?? ''), amount }
}

/** A currency as one code; empty if it is not stated or cannot be read. Most are codes already: see `readCurrency`. */
function currencyOf(raw: string): string {
  const code = raw === '' ? '' : readCurrency(raw)
  if (code === null) noteUnreadable('currency_code')
  return code ?? ''
}

function addNanos(units: bigint, nanos: number): Decimal | undefined {
  if (Math.abs(nanos) > maxNanos || (units !== 0n && units < 0n !== nanos < 0)) return undefined
  const total = units * 1_000_000_000n + BigInt(nanos)
  const digits = magnitude(total).toString().padStart(10, '0')
  const amount = withoutTrailingZeros(`${total < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`)
  return isDecimal(amount) ? amount : undefined
}

const isDecimal = (text: string): text is Decimal => decimalPattern.test(text)
const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
