import { parseDecimal, type Decimal } from '#shared/decimal.ts'

const thousands = /(?<=\d)[\s'’](?=\d{3}(?!\d))/gu
const canBeThousands = /^[+-]?[1-9]\d{0,2},\d{3}$/

/**
 * The number in a typed text, with a decimal point or comma, any minus sign, and spaces between thousands; `null` if it is
 * not a number. A comma that may separate thousands is not accepted: "1,250" can mean 1.25 or 1250.
 */
export function readNumber(text: string): Decimal | null {
  const plain = text.trim().replace(/^[−–]/, '-').replace(thousands, '')
  return canBeThousands.test(plain) ? null : parseDecimal(plain.replace(',', '.'))
}
