import { compare, multiply, sign, type Decimal } from '#shared/decimal.ts'
import type { Format } from '#shared/text/format.ts'
import { readNumber } from '../../lib/read-number.ts'

const hundred = '100' as Decimal
const hundredth = '0.01' as Decimal
/** A group has its share in millionths. */
const maxPlaces = 6

const placesOf = (value: Decimal): number => value.split('.')[1]?.length ?? 0

/**
 * The exact share (`0.125`) in a typed percentage (`12.5`, `12,5` or `12.5 %`); `null` unless it is above 0 and below 100, with at
 * most 4 decimals. A comma is a decimal comma: no percentage below 100 has thousands.
 */
export function readShare(text: string): Decimal | null {
  const percent = readNumber(text.replace(/%\s*$/, '').replace(',', '.'))
  if (percent === null || sign(percent) <= 0 || compare(percent, hundred) >= 0) return null
  const share = multiply(percent, hundredth)
  return placesOf(share) <= maxPlaces ? share : null
}

/** A share (`0.125`) as a percentage (`12.5%`) with all of its digits. */
export function shareText(share: Decimal, { percent }: Pick<Format, 'percent'>): string {
  const value = multiply(share, hundred)
  return percent(value, placesOf(value))
}
